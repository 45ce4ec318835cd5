//! Messages of each kind and revision. `~` marks what is filtered, `!` what is replaced one for one,
//! and nothing else may change: each mark goes in as U+200B.

use super::{mcp, written};

/// Requests and answers as servers send them.
const MESSAGES: &[(&str, &str)] = &[
    (
        "2024-11-05 initialize",
        r#"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2024-11-05","capabilities":{"logging":{},"tools":{"listChanged":true}},"serverInfo":{"name":"ex!ample","version":"1.0!"},"instructions":"Use ~ it."}}"#,
    ),
    (
        "2025-11-25 initialize",
        r#"{"jsonrpc":"2.0","id":"a-0","result":{"protocolVersion":"2025-11-25","capabilities":{"tasks":{"list":{},"requests":{"tools":{"call":{}}}}},"serverInfo":{"name":"s","title":"S~","version":"2","description":"d~","icons":[{"src":"https://a.example/i.png","mimeType":"image/png","sizes":["48x48"],"theme":"dark"}],"websiteUrl":"https://a.example"},"_meta":{"com.example/~":0}}}"#,
    ),
    (
        "2026-07-28 server/discover",
        r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"},"instructions":"~","cacheScope":"public","ttlMs":1e3}}"#,
    ),
    (
        "tools/list",
        r#"{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"add","title":"A~dd","description":"Adds ~ numbers.","inputSchema":{"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"urn:x","type":"object","title":"t~","$comment":"c~","properties":{"description":{"type":"string","description":"p~","default":"d","examples":["e~",{"x":"y~"}],"pattern":"^a+$","format":"uri","x-mcp-header":"A"},"title":{"enum":["a","b"],"enumNames":["A~","B"],"const":"a"},"name":{"$ref":"urn:x#/$defs/n"}},"required":["description"],"$defs":{"n":{"anyOf":[{"title":"o~","const":"1"},{"not":{"description":"~"}}]}},"additionalProperties":{"description":"~"}},"outputSchema":{"type":"object","properties":{"r":{"description":"r~"}}},"annotations":{"title":"t~","readOnlyHint":true},"icons":[{"src":"data:image/png;base64,AAAA"}],"execution":{"taskSupport":"optional"},"_meta":{"a":"b"}}],"nextCursor":"eyJwIjoyfQ=="}}"#,
    ),
    (
        "tools/call",
        r#"{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"pay~load","annotations":{"audience":["user"],"priority":0.5,"lastModified":"2025-01-12T15:00:58Z"}},{"type":"image","data":"iVBORw0KGgo=","mimeType":"image/png"},{"type":"audio","data":"UklGRg==","mimeType":"audio/wav"},{"type":"resource_link","uri":"file:///a.rs","name":"a.rs","title":"t~","description":"d~","mimeType":"text/x-rust","size":12},{"type":"resource","resource":{"uri":"file:///b","mimeType":"text/plain","text":"in~side"}},{"type":"resource","resource":{"uri":"file:///c","blob":"AAAA"}}],"structuredContent":{"name":"pay!load","list":["!",{"data":"!","_meta":"!"}],"n":12345678901234567890},"isError":false}}"#,
    ),
    (
        "an error of a tool",
        r#"{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"Failed: ~"}],"isError":true}}"#,
    ),
    (
        "2025-11-25 a task",
        r#"{"jsonrpc":"2.0","id":4,"result":{"task":{"taskId":"t-1","status":"working","statusMessage":"s~","createdAt":"2025-11-25T10:30:00Z","ttl":60000,"pollInterval":5000},"_meta":{"x":"y"}}}"#,
    ),
    (
        "tasks/list",
        r#"{"jsonrpc":"2.0","id":5,"result":{"tasks":[{"taskId":"t-1","status":"failed","statusMessage":"~"}],"nextCursor":"c"}}"#,
    ),
    (
        "resources/list",
        r#"{"jsonrpc":"2.0","id":6,"result":{"resources":[{"uri":"file:///p/a.rs","name":"a.rs","title":"t~","description":"d~","mimeType":"text/x-rust","size":3,"annotations":{"audience":["assistant"],"priority":1}}]}}"#,
    ),
    (
        "resources/templates/list",
        r#"{"jsonrpc":"2.0","id":7,"result":{"resourceTemplates":[{"uriTemplate":"file:///{path}","name":"f","title":"~","description":"~"}]}}"#,
    ),
    (
        "resources/read",
        r#"{"jsonrpc":"2.0","id":8,"result":{"contents":[{"uri":"file:///a","mimeType":"text/plain","text":"fn ~ main"},{"uri":"file:///b","blob":"AAAA","_meta":{}}]}}"#,
    ),
    (
        "prompts/list",
        r#"{"jsonrpc":"2.0","id":9,"result":{"prompts":[{"name":"review","title":"~","description":"~","arguments":[{"name":"code","title":"~","description":"~","required":true}]}]}}"#,
    ),
    (
        "prompts/get",
        r#"{"jsonrpc":"2.0","id":10,"result":{"description":"~","messages":[{"role":"user","content":{"type":"text","text":"~"}},{"role":"assistant","content":{"type":"resource","resource":{"uri":"a:b","text":"~"}}}]}}"#,
    ),
    (
        "completion/complete",
        r#"{"jsonrpc":"2.0","id":11,"result":{"completion":{"values":["py!thon","pytorch"],"total":10,"hasMore":true}}}"#,
    ),
    (
        "an error",
        r#"{"jsonrpc":"2.0","id":12,"error":{"code":-32602,"message":"Unknown ~ tool","data":{"detail":"~","uri":"a:b","list":["~"]}}}"#,
    ),
    (
        "an error that asks for a visit",
        r#"{"jsonrpc":"2.0","id":12,"error":{"code":-32042,"message":"~","data":{"elicitations":[{"mode":"url","elicitationId":"550e8400","url":"https://a.example/?x=1","message":"Go ~ there"}]}}}"#,
    ),
    (
        "notifications/message",
        r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"error","logger":"db~","data":{"error":"~","name":"~","n":[1,"~"]}}}"#,
    ),
    (
        "notifications/progress",
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"abc","progress":50,"total":100,"message":"half ~"}}"#,
    ),
    (
        "notifications/cancelled",
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"123","reason":"~"}}"#,
    ),
    (
        "notifications/tasks/status",
        r#"{"jsonrpc":"2.0","method":"notifications/tasks/status","params":{"taskId":"t","status":"completed","statusMessage":"~","lastUpdatedAt":"2025-11-25T10:50:00Z"}}"#,
    ),
    (
        "sampling/createMessage",
        r#"{"jsonrpc":"2.0","id":"s1","method":"sampling/createMessage","params":{"messages":[{"role":"user","content":{"type":"text","text":"~"}},{"role":"assistant","content":[{"type":"tool_use","id":"u1","name":"w","input":{"city":"P!"}}]},{"role":"user","content":[{"type":"tool_result","toolUseId":"u1","content":[{"type":"text","text":"~"}],"structuredContent":{"t":"!"}}]}],"systemPrompt":"~","modelPreferences":{"hints":[{"name":"claude"}],"costPriority":0.3},"tools":[{"name":"w","description":"~","inputSchema":{"type":"object"}}],"includeContext":"thisServer","maxTokens":100,"metadata":{"x":"y"}}}"#,
    ),
    (
        "elicitation/create",
        r#"{"jsonrpc":"2.0","id":13,"method":"elicitation/create","params":{"mode":"form","message":"~","requestedSchema":{"type":"object","properties":{"name":{"type":"string","title":"~","description":"~","minLength":1},"c":{"oneOf":[{"const":"red","title":"R~"}],"enumNames":["~"]}},"required":["name"]}}}"#,
    ),
    (
        "2026-07-28 requests within an answer",
        r#"{"jsonrpc":"2.0","id":14,"result":{"resultType":"input_required","inputRequests":{"k 1":{"method":"elicitation/create","params":{"message":"~","requestedSchema":{"type":"object","properties":{"x":{"title":"~"}}}}},"s":{"method":"sampling/createMessage","params":{"systemPrompt":"~","messages":[{"role":"user","content":{"type":"text","text":"~"}}]}}},"requestState":"b3BhcXVl"}}"#,
    ),
    (
        "fields that nobody knows",
        r#"{"jsonrpc":"2.0","id":15,"result":{"note":"~","more":{"deep":["~",{"x":"~","type":"t"}]}},"extra":"~"}"#,
    ),
    ("nothing", r#"{"jsonrpc":"2.0","id":16,"result":{}}"#),
    (
        "a batch of 2025-03-26",
        r#"[{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"~"}]}}, {"jsonrpc":"2.0","id":2,"error":{"code":1,"message":"~"}}]"#,
    ),
];

#[test]
fn of_each_kind() {
    for (name, message) in MESSAGES {
        for hidden in ["\\u200b", "\u{200B}"] {
            let message: String = message.replace(['~', '!'], hidden);
            let wanted = MESSAGES.iter().find(|(other, _)| other == name).unwrap().1;
            // A name that stays.
            let wanted = wanted.replace("com.example/~", &format!("com.example/{hidden}"));
            let wanted = wanted.replace('~', " ").replace('!', "\u{FFFD}");
            assert_eq!(written(mcp(), &message), wanted, "{name}");
        }
    }
}

/// Without anything hidden each message stays to the byte, spaces and spelling too.
#[test]
fn clean_messages_stay() {
    for (name, message) in MESSAGES {
        let message = message.replace(['~', '!'], "\\u00e9 \\/").replace("\":", "\" :\t");
        assert_eq!(written(mcp(), &message), message, "{name}");
    }
}

/// The same names, spelled with escapes, lead to the same fields.
#[test]
fn names_are_read_as_what_they_stand_for() {
    let line = r#"{"jsonrp\u0063":"2\u002e0","id":1,"re\u0073ult":{"structuredConten\u0074":"\u200b","_met\u0061":"\u200b"}}"#;
    let wanted = line.replace(r#"074":"\u200b""#, "074\":\"\u{FFFD}\"");
    assert_eq!(written(mcp(), line), wanted);
}
