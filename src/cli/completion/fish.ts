import type { CompletableCommand, CompletableFlag, ShellCompletionEntries } from './completable.ts'

/** The completion script for fish. Completing starts no process, because all words are in the script. */
export function fishCompletionScript({ entries, general }: ShellCompletionEntries): string {
  const lines = entries.flatMap((entry) => [wordLine(entry), ...ownWords(entry), ...flagLines(entry)])
  return `# Completion of purser for fish. Keep it in ~/.config/fish/completions/purser.fish
function __purser_at
  set -l words
  for word in (commandline -opc)[2..-1]
    string match -q -- '-*' $word; or set -a words $word
  end
  if test (count $argv) -eq 0
    test (count $words) -eq 0
  else if test (count $argv) -eq 1
    test (count $words) -ge 1; and test $words[1] = $argv[1]
  else
    test (count $words) -ge 2; and test "$words[1] $words[2]" = "$argv[1] $argv[2]"
  end
end
function __purser_next
  set -l words
  for word in (commandline -opc)[2..-1]
    string match -q -- '-*' $word; or set -a words $word
  end
  test "$words" = "$argv"
end
complete -c purser -f
${lines.join('\n')}
${general.map((flag) => flagLine(flag, '')).join('\n')}`
}

const wordLine = ({ above, name, summary }: CompletableCommand): string =>
  `complete -c purser -n ${above === '' ? '__purser_at' : quoted(`__purser_next ${above}`)} -a ${name} -d ${quoted(summary)}`

/** The values to complete for the first word of a command that has no actions. */
const ownWords = ({ above, name, words }: CompletableCommand): string[] =>
  above === '' && words.length > 0
    ? [`complete -c purser -n ${quoted(`__purser_next ${name}`)} -a ${quoted(words.join(' '))}`]
    : []

const flagLines = ({ above, name, flags }: CompletableCommand): string[] =>
  flags.map((flag) => flagLine(flag, ` -n ${quoted(`__purser_at ${`${above} ${name}`.trim()}`)}`))

function flagLine({ name, description, takesValue, values }: CompletableFlag, condition: string): string {
  const value = !takesValue ? '' : values.length === 0 ? ' -r -F' : ` -x -a ${quoted(values.join(' '))}`
  const text = description === '' ? '' : ` -d ${quoted(description)}`
  return `complete -c purser${condition} -l ${name}${value}${text}`
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
