import { misusedCommandError } from './command-error.ts'
import type { CommandAction, ShellCommand } from './command.ts'

/** Makes a command with several actions, each of which is chosen by a word after the command's name. */
export function commandWithActions(
  actions: Readonly<Record<string, CommandAction>>,
  more: Pick<ShellCommand, 'details'> = {},
): ShellCommand & Required<Pick<ShellCommand, 'actions'>> {
  const usage = Object.values(actions)
    .map((action) => action.usage)
    .join('\n')
  const [example = ''] = Object.values(actions).flatMap(({ examples }) => examples)
  return {
    usage,
    ...more,
    examples: [example],
    actions,
    run: () => Promise.reject(misusedCommandError({ usage })),
  }
}
