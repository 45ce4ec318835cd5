
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'untrusted-filter' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'untrusted-filter'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'untrusted-filter' {
            [CompletionResult]::new('-p', '-p', [CompletionResultType]::ParameterName, 'What may pass: a preset (text, field, field-0.9, inline, digest, description, tool-output, verbatim) or a profile from --config. Without this flag: text')
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'What may pass: a preset (text, field, field-0.9, inline, digest, description, tool-output, verbatim) or a profile from --config. Without this flag: text')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read profiles and settings from a TOML file. Without this flag filters read no configuration; --lint looks for untrusted-filter.toml in the working directory and above')
            [CompletionResult]::new('--max-chars', '--max-chars', [CompletionResultType]::ParameterName, 'At most N code points a value, or `none`')
            [CompletionResult]::new('--max-bytes', '--max-bytes', [CompletionResultType]::ParameterName, 'At most N bytes a value, cut on a character boundary, or `none`')
            [CompletionResult]::new('--max-lines', '--max-lines', [CompletionResultType]::ParameterName, 'At most N lines of output, or `none`')
            [CompletionResult]::new('--fence', '--fence', [CompletionResultType]::ParameterName, 'Wrap the output as inert data that cannot break out')
            [CompletionResult]::new('--context', '--context', [CompletionResultType]::ParameterName, 'What the fenced text is, for whoever reads it: "a web page". For --fence=tilde, the tool''s NAMESPACE.ACTION')
            [CompletionResult]::new('--nonce', '--nonce', [CompletionResultType]::ParameterName, 'The identifier of --fence=nonce, for output that can be repeated: ASCII letters and digits. Without it, 128 random bits')
            [CompletionResult]::new('--records', '--records', [CompletionResultType]::ParameterName, 'What a value is: the whole input, each line, each NUL-ended record, or each string of a line of JSON. One record in, one record out')
            [CompletionResult]::new('--jsonl-field', '--jsonl-field', [CompletionResultType]::ParameterName, 'Filter only these members of each line''s object, or every string in them, and leave every other byte; names may be parted by commas. For --records jsonl')
            [CompletionResult]::new('--on-error', '--on-error', [CompletionResultType]::ParameterName, 'What becomes of a line that is not one JSON value. For --records jsonl')
            [CompletionResult]::new('--summary', '--summary', [CompletionResultType]::ParameterName, 'Write how many records came in, went out, were changed and were no JSON to this file, as one JSON object; it is emptied when the run begins')
            [CompletionResult]::new('--input', '--input', [CompletionResultType]::ParameterName, 'What the input is: text; JSON, of which strings are filtered; messages of a server of the Model Context Protocol, one a line; or an event of a coding agent''s hook, which is answered')
            [CompletionResult]::new('--json-path', '--json-path', [CompletionResultType]::ParameterName, 'Filter only strings that this pattern leads to, such as `tools[*].description` or `..text`; may be given several times. For --input json')
            [CompletionResult]::new('--on-invalid', '--on-invalid', [CompletionResultType]::ParameterName, 'What becomes of lines that are no messages. For --input mcp')
            [CompletionResult]::new('--protected', '--protected', [CompletionResultType]::ParameterName, 'What becomes of identifiers that hold something hidden, such as names of tools. For --input mcp')
            [CompletionResult]::new('--max-message', '--max-message', [CompletionResultType]::ParameterName, 'The most that is read as one message, event or line of JSON, and with --lint --records as one record, in bytes [default: 67108864]')
            [CompletionResult]::new('--report', '--report', [CompletionResultType]::ParameterName, 'Write what was changed to this file, as JSON Lines')
            [CompletionResult]::new('--grace', '--grace', [CompletionResultType]::ParameterName, 'How long a server may go on in silence once its input has ended, and how long after SIGTERM, before it is made to end. For --exec [default: 1]')
            [CompletionResult]::new('--reveal', '--reveal', [CompletionResultType]::ParameterName, 'Show hidden characters as escapes instead of changing them, and change nothing else: those that the profile would change, or `all`; `names` adds their names')
            [CompletionResult]::new('--hash', '--hash', [CompletionResultType]::ParameterName, 'Print the pieces hashed, as they are stored')
            [CompletionResult]::new('--trace', '--trace', [CompletionResultType]::ParameterName, 'Say whether the arguments of a call, on standard input or in FILE, carry text that NAME gave, as it stands in this file or, with `NAME=sha256:FILE`, as --pieces --hash stored it; may be given several times')
            [CompletionResult]::new('--sink', '--sink', [CompletionResultType]::ParameterName, 'The tool or server that is called. Its own text may come back to it')
            [CompletionResult]::new('--read-only', '--read-only', [CompletionResultType]::ParameterName, 'What the called tool says of itself: it changes nothing')
            [CompletionResult]::new('--destructive', '--destructive', [CompletionResultType]::ParameterName, 'What the called tool says of itself: it may overwrite or delete')
            [CompletionResult]::new('--open-world', '--open-world', [CompletionResultType]::ParameterName, 'What the called tool says of itself: it reaches beyond its server')
            [CompletionResult]::new('--flow-trusted', '--flow-trusted', [CompletionResultType]::ParameterName, 'A source whose text may go anywhere; may be given several times')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How findings are written: human, short, json, sarif, github, gitlab, rdjson, checkstyle, junit [default: human; with --records json]')
            [CompletionResult]::new('--diff', '--diff', [CompletionResultType]::ParameterName, 'Print the safe repairs as a diff, with hidden characters visible; `raw` as a patch for git apply; `all` with the unsafe repairs')
            [CompletionResult]::new('--fix', '--fix', [CompletionResultType]::ParameterName, 'Repair files in place: what takes away nothing that could be meant, or `all`')
            [CompletionResult]::new('--select', '--select', [CompletionResultType]::ParameterName, 'Turn these rules on and all others off; `default` and `all` stand for many')
            [CompletionResult]::new('--ignore', '--ignore', [CompletionResultType]::ParameterName, 'Turn these rules off')
            [CompletionResult]::new('--fail-on', '--fail-on', [CompletionResultType]::ParameterName, 'The least severity that makes the exit status 1 [default: warning]')
            [CompletionResult]::new('--include', '--include', [CompletionResultType]::ParameterName, 'Lint only files that match, as in .gitignore')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Pass over files that match, as in .gitignore')
            [CompletionResult]::new('--files-from', '--files-from', [CompletionResultType]::ParameterName, 'Read paths from a file, one a line, or NUL-ended with -z')
            [CompletionResult]::new('--stdin-filename', '--stdin-filename', [CompletionResultType]::ParameterName, 'The name that standard input has in the report and for the rules about files')
            [CompletionResult]::new('--baseline', '--baseline', [CompletionResultType]::ParameterName, 'Do not tell the findings in this baseline')
            [CompletionResult]::new('--write-baseline', '--write-baseline', [CompletionResultType]::ParameterName, 'Write the findings to a baseline instead of telling them')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Lint on so many threads')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Lint on so many threads')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour the report')
            [CompletionResult]::new('--explain', '--explain', [CompletionResultType]::ParameterName, 'Print why a rule is there, what it lets pass, and what to do')
            [CompletionResult]::new('--generate', '--generate', [CompletionResultType]::ParameterName, 'Print a man page or a completion script, and read nothing')
            [CompletionResult]::new('--inline', '--inline', [CompletionResultType]::ParameterName, 'The same as --profile inline: one line of at most 500 characters, with `&`, `<` and `>` as entities')
            [CompletionResult]::new('--keep-color', '--keep-color', [CompletionResultType]::ParameterName, 'Keep colours: SGR sequences that are well-formed and conceal nothing')
            [CompletionResult]::new('--fence-hint', '--fence-hint', [CompletionResultType]::ParameterName, 'Print the sentence for the system prompt that goes with --fence, and read nothing')
            [CompletionResult]::new('-z', '-z', [CompletionResultType]::ParameterName, 'The same as --records nul')
            [CompletionResult]::new('-0', '-0', [CompletionResultType]::ParameterName, 'The same as --records nul')
            [CompletionResult]::new('--null', '--null', [CompletionResultType]::ParameterName, 'The same as --records nul')
            [CompletionResult]::new('--json-keys', '--json-keys', [CompletionResultType]::ParameterName, 'Filter names of members in JSON too; without this flag they stay, and hidden characters in them are told')
            [CompletionResult]::new('--exec', '--exec', [CompletionResultType]::ParameterName, 'Run a server of the Model Context Protocol and filter what it writes, as --input mcp does: its command and arguments come after `--`')
            [CompletionResult]::new('--check', '--check', [CompletionResultType]::ParameterName, 'Write nothing; exit with 1 if anything would change')
            [CompletionResult]::new('--pieces', '--pieces', [CompletionResultType]::ParameterName, 'Print the pieces by which a copy of the text is recognised, one a line: addresses, mail addresses, tokens, runs of eight words')
            [CompletionResult]::new('--acts', '--acts', [CompletionResultType]::ParameterName, 'By its name and arguments the called tool writes, sends or deletes: counts where it does not say that it only reads')
            [CompletionResult]::new('--lint', '--lint', [CompletionResultType]::ParameterName, 'Find what is hidden or active in files and folders, and say where it is and what it hides')
            [CompletionResult]::new('--agent-files', '--agent-files', [CompletionResultType]::ParameterName, 'Lint only files that coding agents load as instructions; without a FILE, those below the working directory')
            [CompletionResult]::new('--no-diff', '--no-diff', [CompletionResultType]::ParameterName, 'Leave out the diff of the repair after each file')
            [CompletionResult]::new('--raw', '--raw', [CompletionResultType]::ParameterName, 'Print the diff as a patch for git apply: the same as --diff=raw')
            [CompletionResult]::new('--fix-hard-links', '--fix-hard-links', [CompletionResultType]::ParameterName, 'Repair files that have several hard links too, which parts them from the others')
            [CompletionResult]::new('--exit-zero', '--exit-zero', [CompletionResultType]::ParameterName, 'Exit with 0 whatever is found')
            [CompletionResult]::new('--error-on-empty', '--error-on-empty', [CompletionResultType]::ParameterName, 'Exit with 2 if there is no file to lint')
            [CompletionResult]::new('--force-exclude', '--force-exclude', [CompletionResultType]::ParameterName, 'Hold excludes for files that are named too, as hook runners name them')
            [CompletionResult]::new('--no-ignore', '--no-ignore', [CompletionResultType]::ParameterName, 'Lint files that .gitignore names too')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Read no configuration that is not named')
            [CompletionResult]::new('--trust-inline', '--trust-inline', [CompletionResultType]::ParameterName, 'Let files excuse themselves: a line that holds `untrusted-filter: allow RULE`. Never for files that strangers wrote')
            [CompletionResult]::new('-l', '-l', [CompletionResultType]::ParameterName, 'Print only the names of files with findings')
            [CompletionResult]::new('--files-with-findings', '--files-with-findings', [CompletionResultType]::ParameterName, 'Print only the names of files with findings')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'Print only how many findings each file has')
            [CompletionResult]::new('--count', '--count', [CompletionResultType]::ParameterName, 'Print only how many findings each file has')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print no report and no notices; the exit status tells')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print no report and no notices; the exit status tells')
            [CompletionResult]::new('--list-rules', '--list-rules', [CompletionResultType]::ParameterName, 'Print all rules, with their severities')
            [CompletionResult]::new('--list-agent-files', '--list-agent-files', [CompletionResultType]::ParameterName, 'Print the patterns of known agent files')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
