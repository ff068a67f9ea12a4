import type { CompletableCommand, CompletableFlag, ShellCompletionEntries } from './completable.ts'

/** The completion script for zsh. Completing starts no process, because all words are in the script. */
export function zshCompletionScript({ entries, general }: ShellCompletionEntries): string {
  const commands = entries.filter(({ above }) => above === '')
  const actionsOf = (name: string) => entries.filter(({ above }) => above === name)
  return `#compdef purser
# Completion of purser for zsh. Load it after compinit with: eval "$(purser completion zsh)"
_purser() {
  local -a commands actions general
  local line state
  commands=(${described(commands)})
  general=(${general.map(spec).join(' ')})
  if (( CURRENT == 2 )); then _describe 'command' commands; return; fi
  local command="$words[2]" action="$words[3]"
  case "$command" in
${commands
  .map((command) => {
    const actions = actionsOf(command.name)
    if (actions.length === 0)
      return `    ${command.name}) words=("\${words[@]:1}"); (( CURRENT-- )); ${argumentsOf(command)} ;;`
    return `    ${command.name})
      actions=(${described(actions)})
      if (( CURRENT == 3 )); then _describe 'action' actions; return; fi
      words=("\${words[@]:2}"); (( CURRENT -= 2 ))
      case "$action" in
${actions.map((action) => `        ${action.name}) ${argumentsOf(action)} ;;`).join('\n')}
      esac ;;`
  })
  .join('\n')}
  esac
}
compdef _purser purser`
}

const described = (entries: readonly CompletableCommand[]): string =>
  entries.map(({ name, summary }) => quoted(`${name.replaceAll(':', '\\:')}:${summary}`)).join(' ')

function argumentsOf({ words, flags }: CompletableCommand): string {
  const rest = words.length === 0 ? `'*:file:_files'` : quoted(`1: :(${words.join(' ')})`)
  return ['_arguments -s', ...flags.map(spec), '"${general[@]}"', rest].join(' ')
}

function spec({ name, description, takesValue, values }: CompletableFlag): string {
  const text = description.replaceAll(/[\\[\]:]/g, (character) => `\\${character}`)
  const value = !takesValue ? '' : values.length === 0 ? ':value:_files' : `:value:(${values.join(' ')})`
  return quoted(`--${name}${takesValue ? '=' : ''}[${text}]${value}`)
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
