import { misused } from './command-error.ts'
import type { Action, ShellCommand } from './command.ts'

/** Makes a command that does several things, each by a word of its own. */
export function withActions(
  actions: Readonly<Record<string, Action>>,
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
    run: () => Promise.reject(misused({ usage })),
  }
}
