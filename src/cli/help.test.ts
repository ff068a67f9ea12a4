import { describe, expect, it } from 'vitest'
import { chosenCommandAction, readShellArguments } from './arguments.ts'
import { shellCommandGroups } from './commands.ts'
import { commandHelp, shellHelp } from './help.ts'

const commands = await Promise.all(
  shellCommandGroups.flatMap((group) =>
    Object.entries(group.commands).map(async ([name, { summary, load }]) => ({ name, summary, command: await load() })),
  ),
)
const actions = commands.flatMap(({ name, command }) =>
  Object.entries(command.actions ?? {}).map(([action, declared]) => ({
    name: `${name} ${action}`,
    summary: declared.summary,
    command: declared,
  })),
)

/** The words of a command line, without those that the shell uses itself. */
const wordsOf = (line: string): string[] =>
  (line.replace(/ [<>] .*$/, '').match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll(/^["']|["']$/g, ''))

describe('every command', () => {
  it.each([...commands, ...actions])('$name has a short help, and an example that it understands', (each) => {
    const { name, command } = each
    const withoutSettings = commandHelp(each).split('Settings')[0] ?? ''
    expect(withoutSettings.split('\n').length).toBeLessThan(45)
    for (const line of [...command.usage.split('\n'), ...command.examples]) {
      expect(line).toMatch(new RegExp(`^purser ${name}( |$)`))
    }
    for (const example of command.examples) {
      const [, first = '', ...args] = wordsOf(example)
      const named = commands.find((known) => known.name === first)
      if (named === undefined) throw new Error(`${example} names no command`)
      expect(() => readShellArguments(chosenCommandAction({ ...named, args })), example).not.toThrow()
    }
  })

  it('stands in purser --help on one line', () => {
    const lines = shellHelp().split('\n')
    for (const { name, summary } of commands) {
      expect(lines.filter((line) => new RegExp(`^  ${name} +`).test(line))).toEqual([
        expect.stringMatching(/ {2}[A-Z].*[.?]$/),
      ])
      expect(summary.length).toBeLessThan(90)
    }
  })

  it('refuses words that it does not take', () => {
    const wordless = [...commands, ...actions].filter(
      ({ command }) => command.takesWords !== true && command.words === undefined && !('actions' in command),
    )
    expect(wordless.length).toBeGreaterThan(20)
    for (const { name, command } of wordless) {
      expect(() => readShellArguments({ name, command, args: ['keys', 'list'] })).toThrow(
        `purser ${name} takes no words`,
      )
    }
  })
})
