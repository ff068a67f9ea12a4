import type { CompletableCommand, ShellCompletionEntries } from './completable.ts'

/** The completion script for bash. Completing starts no process, because all words are in the script. */
export function bashCompletionScript({ entries, general }: ShellCompletionEntries): string {
  const commands = entries.filter(({ above }) => above === '').map(({ name }) => name)
  const valued = [...entries.flatMap(({ flags }) => flags), ...general].filter(({ takesValue }) => takesValue)
  return `# Completion of purser for bash. Load it with: eval "$(purser completion bash)"
_purser() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="" command="" action="" each i
  local valued=" ${[...new Set(valued.map(({ name }) => `--${name}`))].join(' ')} "
  COMPREPLY=()
  if [[ $word == "=" ]]; then word=""; before="\${COMP_WORDS[COMP_CWORD-1]}"
  elif [[ \${COMP_WORDS[COMP_CWORD-1]} == "=" ]]; then before="\${COMP_WORDS[COMP_CWORD-2]}"
  else before="\${COMP_WORDS[COMP_CWORD-1]}"; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    each="\${COMP_WORDS[i]}"
    if [[ $each == "=" ]]; then i=$((i + 1))
    elif [[ $valued == *" $each "* ]]; then [[ \${COMP_WORDS[i+1]} == "=" ]] || i=$((i + 1))
    elif [[ $each == -* ]]; then :
    elif [[ -z $command ]]; then command="$each"
    elif [[ -z $action ]]; then action="$each"; fi
  done
  local known="" flags="" values=""
  case "$command $action" in
    " ") known="${commands.join(' ')} help" ;;
${entries.map(caseOf).join('\n')}
  esac
  if [[ -n $action && -z $known$flags ]]; then
    case "$command" in
${entries
  .filter(({ above, words }) => above === '' && words.length === 0)
  .map((entry) => `      ${entry.name}) ${assigned(entry)} ;;`)
  .join('\n')}
    esac
  fi
  flags="$flags ${general.map(({ name }) => `--${name}`).join(' ')}"
  case "$command $action $before" in
${valueCases(entries).join('\n')}
  esac
  if [[ -n $values ]]; then COMPREPLY=($(compgen -W "$values" -- "$word"))
  elif [[ $valued == *" $before "* ]]; then COMPREPLY=($(compgen -f -- "\${word#@}"))
  elif [[ $word == -* ]]; then COMPREPLY=($(compgen -W "$flags" -- "$word"))
  else COMPREPLY=($(compgen -W "$known" -- "$word")); fi
}
complete -o default -F _purser purser`
}

const pathOf = ({ above, name }: CompletableCommand): string => (above === '' ? `${name} ` : `${above} ${name}`)

const assigned = ({ words, flags }: CompletableCommand): string =>
  `known="${words.join(' ')}" flags="${flags.map(({ name }) => `--${name}`).join(' ')}"`

const caseOf = (entry: CompletableCommand): string => `    "${pathOf(entry)}") ${assigned(entry)} ;;`

/** The values to complete, by command, action and flag. A command without actions takes its flags also behind words. */
const valueCases = (entries: readonly CompletableCommand[]): string[] =>
  entries.flatMap((entry) =>
    entry.flags
      .filter(({ values }) => values.length > 0)
      .map(({ name, values }) => {
        const pattern = entry.above === '' ? `"${entry.name} "*" --${name}"` : `"${pathOf(entry)} --${name}"`
        return `    ${pattern}) values="${values.join(' ')}" ;;`
      }),
  )
