
use builtin;
use str;

set edit:completion:arg-completer[untrusted-filter] = {|@words|
    fn spaces {|n|
        builtin:repeat $n ' ' | str:join ''
    }
    fn cand {|text desc|
        edit:complex-candidate $text &display=$text' '(spaces (- 14 (wcswidth $text)))$desc
    }
    var command = 'untrusted-filter'
    for word $words[1..-1] {
        if (str:has-prefix $word '-') {
            break
        }
        set command = $command';'$word
    }
    var completions = [
        &'untrusted-filter'= {
            cand -p 'What may pass: a preset (text, field, field-0.9, inline, digest, description, tool-output, verbatim) or a profile from --config. Without this flag: text'
            cand --profile 'What may pass: a preset (text, field, field-0.9, inline, digest, description, tool-output, verbatim) or a profile from --config. Without this flag: text'
            cand --config 'Read profiles and settings from a TOML file. Without this flag filters read no configuration; --lint looks for untrusted-filter.toml in the working directory and above'
            cand --max-chars 'At most N code points a value, or `none`'
            cand --max-bytes 'At most N bytes a value, cut on a character boundary, or `none`'
            cand --max-lines 'At most N lines of output, or `none`'
            cand --fence 'Wrap the output as inert data that cannot break out'
            cand --context 'What the fenced text is, for whoever reads it: "a web page". For --fence=tilde, the tool''s NAMESPACE.ACTION'
            cand --nonce 'The identifier of --fence=nonce, for output that can be repeated: ASCII letters and digits. Without it, 128 random bits'
            cand --records 'What a value is: the whole input, each line, each NUL-ended record, or each string of a line of JSON. One record in, one record out'
            cand --jsonl-field 'Filter only these members of each line''s object, or every string in them, and leave every other byte; names may be parted by commas. For --records jsonl'
            cand --on-error 'What becomes of a line that is not one JSON value. For --records jsonl'
            cand --summary 'Write how many records came in, went out, were changed and were no JSON to this file, as one JSON object; it is emptied when the run begins'
            cand --input 'What the input is: text; JSON, of which strings are filtered; messages of a server of the Model Context Protocol, one a line; or an event of a coding agent''s hook, which is answered'
            cand --json-path 'Filter only strings that this pattern leads to, such as `tools[*].description` or `..text`; may be given several times. For --input json'
            cand --on-invalid 'What becomes of lines that are no messages. For --input mcp'
            cand --protected 'What becomes of identifiers that hold something hidden, such as names of tools. For --input mcp'
            cand --max-message 'The most that is read as one message, event or line of JSON, and with --lint --records as one record, in bytes [default: 67108864]'
            cand --report 'Write what was changed to this file, as JSON Lines'
            cand --grace 'How long a server may go on in silence once its input has ended, and how long after SIGTERM, before it is made to end. For --exec [default: 1]'
            cand --reveal 'Show hidden characters as escapes instead of changing them, and change nothing else: those that the profile would change, or `all`; `names` adds their names'
            cand --hash 'Print the pieces hashed, as they are stored'
            cand --trace 'Say whether the arguments of a call, on standard input or in FILE, carry text that NAME gave, as it stands in this file or, with `NAME=sha256:FILE`, as --pieces --hash stored it; may be given several times'
            cand --sink 'The tool or server that is called. Its own text may come back to it'
            cand --read-only 'What the called tool says of itself: it changes nothing'
            cand --destructive 'What the called tool says of itself: it may overwrite or delete'
            cand --open-world 'What the called tool says of itself: it reaches beyond its server'
            cand --flow-trusted 'A source whose text may go anywhere; may be given several times'
            cand --format 'How findings are written: human, short, json, sarif, github, gitlab, rdjson, checkstyle, junit [default: human; with --records json]'
            cand --diff 'Print the safe repairs as a diff, with hidden characters visible; `raw` as a patch for git apply; `all` with the unsafe repairs'
            cand --fix 'Repair files in place: what takes away nothing that could be meant, or `all`'
            cand --select 'Turn these rules on and all others off; `default` and `all` stand for many'
            cand --ignore 'Turn these rules off'
            cand --fail-on 'The least severity that makes the exit status 1 [default: warning]'
            cand --include 'Lint only files that match, as in .gitignore'
            cand --exclude 'Pass over files that match, as in .gitignore'
            cand --files-from 'Read paths from a file, one a line, or NUL-ended with -z'
            cand --stdin-filename 'The name that standard input has in the report and for the rules about files'
            cand --baseline 'Do not tell the findings in this baseline'
            cand --write-baseline 'Write the findings to a baseline instead of telling them'
            cand -j 'Lint on so many threads'
            cand --threads 'Lint on so many threads'
            cand --color 'When to colour the report'
            cand --explain 'Print why a rule is there, what it lets pass, and what to do'
            cand --generate 'Print a man page or a completion script, and read nothing'
            cand --inline 'The same as --profile inline: one line of at most 500 characters, with `&`, `<` and `>` as entities'
            cand --keep-color 'Keep colours: SGR sequences that are well-formed and conceal nothing'
            cand --fence-hint 'Print the sentence for the system prompt that goes with --fence, and read nothing'
            cand -z 'The same as --records nul'
            cand -0 'The same as --records nul'
            cand --null 'The same as --records nul'
            cand --json-keys 'Filter names of members in JSON too; without this flag they stay, and hidden characters in them are told'
            cand --exec 'Run a server of the Model Context Protocol and filter what it writes, as --input mcp does: its command and arguments come after `--`'
            cand --check 'Write nothing; exit with 1 if anything would change'
            cand --pieces 'Print the pieces by which a copy of the text is recognised, one a line: addresses, mail addresses, tokens, runs of eight words'
            cand --acts 'By its name and arguments the called tool writes, sends or deletes: counts where it does not say that it only reads'
            cand --lint 'Find what is hidden or active in files and folders, and say where it is and what it hides'
            cand --agent-files 'Lint only files that coding agents load as instructions; without a FILE, those below the working directory'
            cand --no-diff 'Leave out the diff of the repair after each file'
            cand --raw 'Print the diff as a patch for git apply: the same as --diff=raw'
            cand --fix-hard-links 'Repair files that have several hard links too, which parts them from the others'
            cand --exit-zero 'Exit with 0 whatever is found'
            cand --error-on-empty 'Exit with 2 if there is no file to lint'
            cand --force-exclude 'Hold excludes for files that are named too, as hook runners name them'
            cand --no-ignore 'Lint files that .gitignore names too'
            cand --no-config 'Read no configuration that is not named'
            cand --trust-inline 'Let files excuse themselves: a line that holds `untrusted-filter: allow RULE`. Never for files that strangers wrote'
            cand -l 'Print only the names of files with findings'
            cand --files-with-findings 'Print only the names of files with findings'
            cand -c 'Print only how many findings each file has'
            cand --count 'Print only how many findings each file has'
            cand -q 'Print no report and no notices; the exit status tells'
            cand --quiet 'Print no report and no notices; the exit status tells'
            cand --list-rules 'Print all rules, with their severities'
            cand --list-agent-files 'Print the patterns of known agent files'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
    ]
    $completions[$command]
}
