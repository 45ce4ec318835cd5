//! What is used of the SARIF 2.1.0 object model, with the section that defines each.

use serde::Serialize;

/// 3.13
#[derive(Serialize)]
pub(super) struct Log {
    #[serde(rename = "$schema")]
    pub(super) schema: &'static str,
    pub(super) version: &'static str,
    pub(super) runs: [Run; 1],
}

/// 3.14
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Run {
    pub(super) tool: Tool,
    pub(super) column_kind: &'static str,
    pub(super) automation_details: Automation,
    pub(super) invocations: [Invocation; 1],
    pub(super) results: Vec<Entry>,
}

/// 3.17
#[derive(Serialize)]
pub(super) struct Automation {
    pub(super) id: &'static str,
}

/// 3.18
#[derive(Serialize)]
pub(super) struct Tool {
    pub(super) driver: Driver,
}

/// 3.19
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Driver {
    pub(super) name: &'static str,
    pub(super) semantic_version: &'static str,
    pub(super) rules: Vec<Descriptor>,
}

/// 3.49
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Descriptor {
    pub(super) id: &'static str,
    pub(super) short_description: Message,
    pub(super) full_description: Message,
    pub(super) help: Help,
    pub(super) default_configuration: Configuration,
    pub(super) properties: RuleProperties,
}

/// 3.12, of a rule
#[derive(Serialize)]
pub(super) struct Help {
    pub(super) text: String,
    pub(super) markdown: String,
}

/// 3.50
#[derive(Serialize)]
pub(super) struct Configuration {
    pub(super) enabled: bool,
    pub(super) level: &'static str,
}

/// 3.8, what code scanning reads of a rule
#[derive(Serialize)]
pub(super) struct RuleProperties {
    pub(super) tags: [&'static str; 2],
    #[serde(rename = "security-severity")]
    pub(super) security_severity: &'static str,
    pub(super) precision: &'static str,
}

/// 3.20
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Invocation {
    pub(super) execution_successful: bool,
    pub(super) tool_execution_notifications: Vec<Notification>,
}

/// 3.58
#[derive(Serialize)]
pub(super) struct Notification {
    pub(super) level: &'static str,
    pub(super) message: Message,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) locations: Option<[Location; 1]>,
}

/// 3.11
#[derive(Serialize)]
pub(super) struct Message {
    pub(super) text: String,
}

/// 3.27, a result
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Entry {
    pub(super) rule_id: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rule_index: Option<usize>,
    pub(super) level: &'static str,
    pub(super) message: Message,
    pub(super) locations: [Location; 1],
    pub(super) partial_fingerprints: Prints,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) fixes: Option<[Fix; 1]>,
    pub(super) properties: Properties,
}

/// 3.27.17. The upload action computes `primaryLocationLineHash`, so that key is left to it.
#[derive(Serialize)]
pub(super) struct Prints {
    #[serde(rename = "untrustedFilter/v1")]
    pub(super) own: String,
}

/// 3.8, of a result. Offsets are bytes of the raw file.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Properties {
    pub(super) byte_offset: usize,
    pub(super) byte_length: usize,
    pub(super) code_points: Vec<String>,
    pub(super) count: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) codec: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) decoded: Option<String>,
}

/// 3.28
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Location {
    pub(super) physical_location: Physical,
}

/// 3.29
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Physical {
    pub(super) artifact_location: Artifact,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) region: Option<Region>,
}

/// 3.4
#[derive(Serialize)]
pub(super) struct Artifact {
    pub(super) uri: String,
}

/// 3.30. Columns are UTF-16 code units; the end is exclusive.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Region {
    pub(super) start_line: usize,
    pub(super) start_column: usize,
    pub(super) end_line: usize,
    pub(super) end_column: usize,
}

/// 3.55
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Fix {
    pub(super) description: Message,
    pub(super) artifact_changes: [Change; 1],
}

/// 3.56
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Change {
    pub(super) artifact_location: Artifact,
    pub(super) replacements: [Replacement; 1],
}

/// 3.57
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Replacement {
    pub(super) deleted_region: Region,
    pub(super) inserted_content: Content,
}

/// 3.3
#[derive(Serialize)]
pub(super) struct Content {
    pub(super) text: String,
}
