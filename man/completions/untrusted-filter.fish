complete -c untrusted-filter -s p -l profile -d 'What may pass: a preset (text, field, field-0.9, inline, digest, description, tool-output, verbatim) or a profile from --config. Without this flag: text' -r
complete -c untrusted-filter -l config -d 'Read profiles and settings from a TOML file. Without this flag filters read no configuration; --lint looks for untrusted-filter.toml in the working directory and above' -r -F
complete -c untrusted-filter -l max-chars -d 'At most N code points a value, or `none`' -r
complete -c untrusted-filter -l max-bytes -d 'At most N bytes a value, cut on a character boundary, or `none`' -r
complete -c untrusted-filter -l max-lines -d 'At most N lines of output, or `none`' -r
complete -c untrusted-filter -l fence -d 'Wrap the output as inert data that cannot break out' -r -f -a "tag\t''
tilde\t''
line\t''
nonce\t''
datamark\t''
base64\t''
json\t''"
complete -c untrusted-filter -l context -d 'What the fenced text is, for whoever reads it: "a web page". For --fence=tilde, the tool\'s NAMESPACE.ACTION' -r
complete -c untrusted-filter -l nonce -d 'The identifier of --fence=nonce, for output that can be repeated: ASCII letters and digits. Without it, 128 random bits' -r
complete -c untrusted-filter -l records -d 'What a value is: the whole input, each line, each NUL-ended record, or each string of a line of JSON. One record in, one record out' -r -f -a "whole\t'The whole input'
line\t'Lines, ended by LF'
nul\t'Records ended by NUL'
jsonl\t'Lines of JSON, of which strings are filtered'"
complete -c untrusted-filter -l jsonl-field -d 'Filter only these members of each line\'s object, or every string in them, and leave every other byte; names may be parted by commas. For --records jsonl' -r
complete -c untrusted-filter -l on-error -d 'What becomes of a line that is not one JSON value. For --records jsonl' -r -f -a "fail\t'The run ends there; the default'
pass\t'It is filtered as a line of text'
null\t'`null` takes its place'"
complete -c untrusted-filter -l summary -d 'Write how many records came in, went out, were changed and were no JSON to this file, as one JSON object; it is emptied when the run begins' -r -F
complete -c untrusted-filter -l input -d 'What the input is: text; JSON, of which strings are filtered; messages of a server of the Model Context Protocol, one a line; or an event of a coding agent\'s hook, which is answered' -r -f -a "text\t'Text'
json\t'JSON values one after another, or JSON Lines'
mcp\t'Messages of the Model Context Protocol'
hook\t'One event of a PostToolUse hook'"
complete -c untrusted-filter -l json-path -d 'Filter only strings that this pattern leads to, such as `tools[*].description` or `..text`; may be given several times. For --input json' -r
complete -c untrusted-filter -l on-invalid -d 'What becomes of lines that are no messages. For --input mcp' -r -f -a "stderr\t'Filtered, to standard error; the default'
pass\t'Filtered, among the messages'
drop\t'Nowhere'
fail\t'The run fails'"
complete -c untrusted-filter -l protected -d 'What becomes of identifiers that hold something hidden, such as names of tools. For --input mcp' -r -f -a "drop\t'What they belong to is left out; the default'
keep\t'They stay'
fail\t'The run fails'"
complete -c untrusted-filter -l max-message -d 'The most that is read as one message, event or line of JSON, and with --lint --records as one record, in bytes [default: 67108864]' -r
complete -c untrusted-filter -l report -d 'Write what was changed to this file, as JSON Lines' -r -F
complete -c untrusted-filter -l grace -d 'How long a server may go on in silence once its input has ended, and how long after SIGTERM, before it is made to end. For --exec [default: 1]' -r
complete -c untrusted-filter -l reveal -d 'Show hidden characters as escapes instead of changing them, and change nothing else: those that the profile would change, or `all`; `names` adds their names' -r -f -a "changed\t'What the profile would change'
all\t'Everything hidden'
names\t'With names'"
complete -c untrusted-filter -l hash -d 'Print the pieces hashed, as they are stored' -r -f -a "sha256\t''"
complete -c untrusted-filter -l trace -d 'Say whether the arguments of a call, on standard input or in FILE, carry text that NAME gave, as it stands in this file or, with `NAME=sha256:FILE`, as --pieces --hash stored it; may be given several times' -r
complete -c untrusted-filter -l sink -d 'The tool or server that is called. Its own text may come back to it' -r
complete -c untrusted-filter -l read-only -d 'What the called tool says of itself: it changes nothing' -r -f -a "true\t''
false\t''"
complete -c untrusted-filter -l destructive -d 'What the called tool says of itself: it may overwrite or delete' -r -f -a "true\t''
false\t''"
complete -c untrusted-filter -l open-world -d 'What the called tool says of itself: it reaches beyond its server' -r -f -a "true\t''
false\t''"
complete -c untrusted-filter -l flow-trusted -d 'A source whose text may go anywhere; may be given several times' -r
complete -c untrusted-filter -l format -d 'How findings are written: human, short, json, sarif, github, gitlab, rdjson, checkstyle, junit [default: human; with --records json]' -r -f -a "human\t''
short\t''
json\t''
sarif\t''
github\t''
gitlab\t''
rdjson\t''
checkstyle\t''
junit\t''
jsonl\t''
concise\t''"
complete -c untrusted-filter -l diff -d 'Print the safe repairs as a diff, with hidden characters visible; `raw` as a patch for git apply; `all` with the unsafe repairs' -r -f -a "visible\t'For people'
raw\t'For git apply'
all\t'The unsafe repairs too'"
complete -c untrusted-filter -l fix -d 'Repair files in place: what takes away nothing that could be meant, or `all`' -r -f -a "safe\t'What takes away nothing that could be meant'
all\t'Everything'"
complete -c untrusted-filter -l select -d 'Turn these rules on and all others off; `default` and `all` stand for many' -r
complete -c untrusted-filter -l ignore -d 'Turn these rules off' -r
complete -c untrusted-filter -l fail-on -d 'The least severity that makes the exit status 1 [default: warning]' -r -f -a "note\t'Notes and worse'
warning\t'Warnings and errors'
error\t'Errors only'"
complete -c untrusted-filter -l include -d 'Lint only files that match, as in .gitignore' -r
complete -c untrusted-filter -l exclude -d 'Pass over files that match, as in .gitignore' -r
complete -c untrusted-filter -l files-from -d 'Read paths from a file, one a line, or NUL-ended with -z' -r -F
complete -c untrusted-filter -l stdin-filename -d 'The name that standard input has in the report and for the rules about files' -r -F
complete -c untrusted-filter -l baseline -d 'Do not tell the findings in this baseline' -r -F
complete -c untrusted-filter -l write-baseline -d 'Write the findings to a baseline instead of telling them' -r -F
complete -c untrusted-filter -s j -l threads -d 'Lint on so many threads' -r
complete -c untrusted-filter -l color -d 'When to colour the report' -r -f -a "auto\t'On a terminal, unless the environment says no'
always\t'Always'
never\t'Never'"
complete -c untrusted-filter -l explain -d 'Print why a rule is there, what it lets pass, and what to do' -r
complete -c untrusted-filter -l generate -d 'Print a man page or a completion script, and read nothing' -r -f -a "man\t'The manual page, in roff'
complete-bash\t'Completions for bash'
complete-elvish\t'Completions for elvish'
complete-fish\t'Completions for fish'
complete-powershell\t'Completions for PowerShell'
complete-zsh\t'Completions for zsh'"
complete -c untrusted-filter -l inline -d 'The same as --profile inline: one line of at most 500 characters, with `&`, `<` and `>` as entities'
complete -c untrusted-filter -l keep-color -d 'Keep colours: SGR sequences that are well-formed and conceal nothing'
complete -c untrusted-filter -l fence-hint -d 'Print the sentence for the system prompt that goes with --fence, and read nothing'
complete -c untrusted-filter -s z -s 0 -l null -d 'The same as --records nul'
complete -c untrusted-filter -l json-keys -d 'Filter names of members in JSON too; without this flag they stay, and hidden characters in them are told'
complete -c untrusted-filter -l exec -d 'Run a server of the Model Context Protocol and filter what it writes, as --input mcp does: its command and arguments come after `--`'
complete -c untrusted-filter -l check -d 'Write nothing; exit with 1 if anything would change'
complete -c untrusted-filter -l pieces -d 'Print the pieces by which a copy of the text is recognised, one a line: addresses, mail addresses, tokens, runs of eight words'
complete -c untrusted-filter -l acts -d 'By its name and arguments the called tool writes, sends or deletes: counts where it does not say that it only reads'
complete -c untrusted-filter -l lint -d 'Find what is hidden or active in files and folders, and say where it is and what it hides'
complete -c untrusted-filter -l agent-files -d 'Lint only files that coding agents load as instructions; without a FILE, those below the working directory'
complete -c untrusted-filter -l no-diff -d 'Leave out the diff of the repair after each file'
complete -c untrusted-filter -l raw -d 'Print the diff as a patch for git apply: the same as --diff=raw'
complete -c untrusted-filter -l fix-hard-links -d 'Repair files that have several hard links too, which parts them from the others'
complete -c untrusted-filter -l exit-zero -d 'Exit with 0 whatever is found'
complete -c untrusted-filter -l error-on-empty -d 'Exit with 2 if there is no file to lint'
complete -c untrusted-filter -l force-exclude -d 'Hold excludes for files that are named too, as hook runners name them'
complete -c untrusted-filter -l no-ignore -d 'Lint files that .gitignore names too'
complete -c untrusted-filter -l no-config -d 'Read no configuration that is not named'
complete -c untrusted-filter -l trust-inline -d 'Let files excuse themselves: a line that holds `untrusted-filter: allow RULE`. Never for files that strangers wrote'
complete -c untrusted-filter -s l -l files-with-findings -d 'Print only the names of files with findings'
complete -c untrusted-filter -s c -l count -d 'Print only how many findings each file has'
complete -c untrusted-filter -s q -l quiet -d 'Print no report and no notices; the exit status tells'
complete -c untrusted-filter -l list-rules -d 'Print all rules, with their severities'
complete -c untrusted-filter -l list-agent-files -d 'Print the patterns of known agent files'
complete -c untrusted-filter -s h -l help -d 'Print help (see more with \'--help\')'
complete -c untrusted-filter -s V -l version -d 'Print version'
