//! Which field of a message is what: the table of the Model Context Protocol, revisions 2024-11-05 to
//! 2026-07-28. A message is read from the outside in; each member's name leads from one place to the
//! next. An array is in the place of its items.

/// What becomes of the strings in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Treatment {
    /// Filtered.
    Text,
    /// What the policy would change is replaced one for one: a schema may say how long it is.
    Masked,
    /// Left as it is, since somebody sends it back or compares it. Nothing hidden may be in it.
    Name,
    /// Left as it is: nobody reads it.
    Data,
}

/// A place in a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Message,
    Result,
    Error,
    Params,
    Requests,
    Tool,
    Prompt,
    Argument,
    Resource,
    Content,
    /// The text of a content item.
    Body,
    Contents,
    Embedded,
    Turn,
    Server,
    Task,
    Schema,
    /// Members are named by whoever wrote the schema.
    Schemas,
    /// An object that the protocol does not describe; its known names count.
    Open,
    Prose,
    Structured,
    Names,
    Data,
    /// The version of JSON-RPC, the identifier, the description of a tool: somebody asks for them.
    Version,
    Id,
    Description,
    ToolName,
}

impl Place {
    /// What becomes of a string here.
    pub(crate) fn treatment(self) -> Treatment {
        match self {
            Self::Structured => Treatment::Masked,
            Self::Names | Self::ToolName | Self::Version | Self::Schema | Self::Schemas => {
                Treatment::Name
            }
            Self::Data | Self::Id => Treatment::Data,
            _ => Treatment::Text,
        }
    }

    /// What becomes of a name of a member of an object here.
    pub(crate) fn key_treatment(self) -> Treatment {
        match self {
            Self::Schema | Self::Schemas | Self::Names | Self::Requests => Treatment::Name,
            Self::Structured => Treatment::Masked,
            Self::Open | Self::Prose => Treatment::Text,
            _ => Treatment::Data,
        }
    }

    /// Whether an object here, in an array, can be left out of it.
    pub(crate) fn is_entry(self) -> bool {
        matches!(
            self,
            Self::Tool
                | Self::Prompt
                | Self::Resource
                | Self::Content
                | Self::Contents
                | Self::Turn
                | Self::Task
        )
    }

    /// The place of a member of an object here.
    pub(crate) fn member(self, name: &[u8]) -> Self {
        let find = |fields: &[(&str, Self)]| {
            let found = fields.iter().find(|(field, _)| field.as_bytes() == name);
            found.map(|(_, place)| *place)
        };
        match self {
            Self::Requests => Self::Message,
            Self::Schemas => Self::Schema,
            Self::Schema => find(SCHEMA).unwrap_or(Self::Names),
            Self::Prose | Self::Structured | Self::Names | Self::Data => self,
            // No objects are expected in these.
            Self::Version | Self::Id | Self::ToolName => Self::Names,
            Self::Description | Self::Body => Self::Prose,
            _ => find(self.fields()).or_else(|| find(COMMON)).unwrap_or(Self::Open),
        }
    }

    /// What a place has of its own.
    fn fields(self) -> &'static [(&'static str, Self)] {
        match self {
            Self::Message => MESSAGE,
            Self::Result => RESULT,
            Self::Error => ERROR,
            Self::Params => PARAMS,
            Self::Tool => TOOL,
            Self::Prompt => PROMPT,
            Self::Content => CONTENT,
            Self::Contents | Self::Embedded => CONTENTS,
            Self::Turn => TURN,
            Self::Server => SERVER,
            _ => &[],
        }
    }
}

const MESSAGE: &[(&str, Place)] = &[
    ("jsonrpc", Place::Version),
    ("id", Place::Id),
    ("method", Place::Names),
    ("result", Place::Result),
    ("error", Place::Error),
    ("params", Place::Params),
];

/// Results are told apart by what is in them: a filter does not see what was asked.
const RESULT: &[(&str, Place)] = &[
    ("capabilities", Place::Names),
    ("completion", Place::Structured),
    ("content", Place::Content),
    ("contents", Place::Contents),
    ("inputRequests", Place::Requests),
    ("messages", Place::Turn),
    ("prompts", Place::Prompt),
    ("resourceTemplates", Place::Resource),
    ("resources", Place::Resource),
    ("serverInfo", Place::Server),
    ("structuredContent", Place::Structured),
    ("task", Place::Task),
    ("tasks", Place::Task),
    ("tools", Place::Tool),
];

const ERROR: &[(&str, Place)] = &[("code", Place::Names), ("data", Place::Open)];

/// Of requests and notifications that a server sends.
const PARAMS: &[(&str, Place)] = &[
    ("content", Place::Content),
    ("data", Place::Prose),
    ("inputRequests", Place::Requests),
    ("messages", Place::Turn),
    ("metadata", Place::Data),
    ("requestedSchema", Place::Schema),
    ("task", Place::Task),
    ("tools", Place::Tool),
];

const TOOL: &[(&str, Place)] = &[
    ("description", Place::Description),
    ("execution", Place::Names),
    ("inputSchema", Place::Schema),
    ("name", Place::ToolName),
    ("outputSchema", Place::Schema),
];

const PROMPT: &[(&str, Place)] = &[("arguments", Place::Argument)];

const CONTENT: &[(&str, Place)] = &[
    ("content", Place::Content),
    ("data", Place::Data),
    ("input", Place::Structured),
    ("resource", Place::Embedded),
    ("structuredContent", Place::Structured),
    ("text", Place::Body),
];

const CONTENTS: &[(&str, Place)] = &[("blob", Place::Data)];

const TURN: &[(&str, Place)] = &[("content", Place::Content)];

/// Shown to people, and compared by some.
const SERVER: &[(&str, Place)] = &[
    ("name", Place::Structured),
    ("version", Place::Structured),
    ("websiteUrl", Place::Structured),
];

/// What has the same meaning wherever it stands.
const COMMON: &[(&str, Place)] = &[
    ("_meta", Place::Data),
    ("audience", Place::Names),
    ("cacheScope", Place::Names),
    ("createdAt", Place::Names),
    ("cursor", Place::Data),
    ("elicitationId", Place::Data),
    ("icons", Place::Names),
    ("id", Place::Data),
    ("jsonrpc", Place::Names),
    ("lastModified", Place::Names),
    ("lastUpdatedAt", Place::Names),
    ("level", Place::Names),
    ("method", Place::Names),
    ("mimeType", Place::Names),
    ("mode", Place::Names),
    ("model", Place::Names),
    ("name", Place::Names),
    ("nextCursor", Place::Data),
    ("progressToken", Place::Data),
    ("protocolVersion", Place::Names),
    ("requestId", Place::Data),
    ("requestState", Place::Data),
    ("resultType", Place::Names),
    ("role", Place::Names),
    ("status", Place::Names),
    ("stopReason", Place::Names),
    ("subscriptionId", Place::Data),
    ("supported", Place::Names),
    ("supportedVersions", Place::Names),
    ("taskId", Place::Data),
    ("toolUseId", Place::Data),
    ("type", Place::Names),
    ("uri", Place::Names),
    ("uriTemplate", Place::Names),
    ("url", Place::Names),
    ("websiteUrl", Place::Names),
];

/// Keywords of JSON Schema. All others are left as they are, those of other vocabularies too.
const SCHEMA: &[(&str, Place)] = &[
    ("$comment", Place::Prose),
    ("$defs", Place::Schemas),
    ("additionalItems", Place::Schema),
    ("additionalProperties", Place::Schema),
    ("allOf", Place::Schema),
    ("anyOf", Place::Schema),
    ("contains", Place::Schema),
    ("contentSchema", Place::Schema),
    ("definitions", Place::Schemas),
    ("dependentSchemas", Place::Schemas),
    ("description", Place::Prose),
    ("else", Place::Schema),
    ("enumNames", Place::Prose),
    ("examples", Place::Prose),
    ("if", Place::Schema),
    ("items", Place::Schema),
    ("not", Place::Schema),
    ("oneOf", Place::Schema),
    ("patternProperties", Place::Schemas),
    ("prefixItems", Place::Schema),
    ("properties", Place::Schemas),
    ("propertyNames", Place::Schema),
    ("then", Place::Schema),
    ("title", Place::Prose),
    ("unevaluatedItems", Place::Schema),
    ("unevaluatedProperties", Place::Schema),
];
