import { describe, expect, it } from 'vitest'
import { readArguments } from './arguments.ts'
import { commandGroups } from './commands.ts'
import { commandHelp, generalHelp } from './help.ts'

const commands = await Promise.all(
  commandGroups.flatMap((group) =>
    Object.entries(group.commands).map(async ([name, { summary, load }]) => ({ name, summary, command: await load() })),
  ),
)

/** The words of a command line, without those that the shell uses itself. */
const wordsOf = (line: string): string[] =>
  (line.replace(/ > .*$/, '').match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''))

describe('every command', () => {
  it.each(commands)('$name has a short help, and an example that it understands', ({ name, summary, command }) => {
    const withoutSettings = commandHelp(name, summary, command).split('Settings')[0] ?? ''
    expect(withoutSettings.split('\n').length).toBeLessThan(45)
    for (const line of [...command.usage.split('\n'), ...command.examples]) {
      expect(line).toMatch(new RegExp(`^purser ${name}( |$)`))
    }
    for (const example of command.examples) {
      expect(() => readArguments(name, command, wordsOf(example).slice(2)), example).not.toThrow()
    }
  })

  it('stands in purser --help on one line', () => {
    const lines = generalHelp().split('\n')
    for (const { name, summary } of commands) {
      expect(lines.filter((line) => new RegExp(`^  ${name} +`).test(line))).toEqual([
        expect.stringMatching(/ {2}[A-Z].*\.$/),
      ])
      expect(summary.length).toBeLessThan(90)
    }
  })

  it('refuses words that it does not take', async () => {
    for (const { name, command } of commands.filter((each) => each.command.takesWords !== true)) {
      expect(() => readArguments(name, command, ['keys', 'list'])).toThrow(`purser ${name} takes no words`)
    }
  })
})
