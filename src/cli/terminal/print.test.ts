import { afterEach, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import { applyFileFaultsError } from '../apply/file/fault.ts'
import { yamlOf } from '../apply/file/yaml-of.ts'
import { OperatorError } from '../../app/operator-error.ts'
import { printCommandError } from '../command-error.ts'
import { safeTerminalText, terminalJson, printText, printTextToStderr, printLine } from './print.ts'
import { printCommandAnswer } from './show.ts'

/** Every character of which a terminal could take a command, or that turns the text behind it round. */
const HOSTILE = [
  ...Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).filter((each) => /\p{Cc}/u.test(each)),
  ...Array.from('\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'),
].filter((character) => character !== '\n')
const QUOTED = `x${HOSTILE.join('y')}z\u001b]0;owned\u0007\u001b[2J`

const outputs: string[] = []
const kept = (text: string | Uint8Array): boolean => {
  outputs.push(String(text))
  return true
}

afterEach(() => {
  vi.restoreAllMocks()
  outputs.length = 0
})

it.each<[string, () => unknown]>([
  ['a text', () => printText(QUOTED)],
  ['a text aside', () => printTextToStderr(`first\n${QUOTED}`)],
  ['a line', () => printLine(QUOTED)],
  ['an answer', () => printCommandAnswer({ json: false }, {}, () => [QUOTED])],
  ['an answer as JSON', () => printCommandAnswer({ json: true }, { [QUOTED]: QUOTED }, () => [])],
  ['an answer aside', () => printCommandAnswer({ json: false, isAside: true }, {}, () => [QUOTED])],
  ['an exported file', () => printText(yamlOf({ [QUOTED]: [QUOTED] }))],
  ['an error of the operator', () => printCommandError(new OperatorError(QUOTED), false)],
  ['an error as JSON', () => printCommandError(new OperatorError(QUOTED), true)],
  ['an error that nobody foresaw', () => printCommandError(new Error(QUOTED), false)],
  [
    'faults of a file',
    () =>
      printCommandError(
        applyFileFaultsError([{ file: QUOTED, line: 1, column: 1, path: QUOTED, message: `${QUOTED}\nfaked` }]),
        false,
      ),
  ],
])('prints %s without anything that a terminal obeys', async (_, act) => {
  vi.spyOn(console, 'log').mockImplementation(kept)
  vi.spyOn(console, 'error').mockImplementation(kept)
  vi.spyOn(process.stdout, 'write').mockImplementation(kept)
  await act()
  vi.restoreAllMocks()
  expect(outputs).not.toEqual([])
  expect(HOSTILE.filter((character) => outputs.join('').includes(character))).toEqual([])
  expect(outputs.join('')).not.toContain('\nfaked')
})

it('prints its own paints, and the same values as JSON and YAML', () => {
  expect(safeTerminalText('\u001b[32mpaid\u001b[39m \u001b[8mhidden')).toBe('\u001b[32mpaid\u001b[39m \ufffd[8mhidden')
  const value = { [QUOTED]: [QUOTED, 'one\ntwo\n', 'plain', '08:00', 'Äcme 日本'] }
  expect(JSON.parse(terminalJson(value, 2))).toEqual(value)
  expect(parse(yamlOf(value))).toEqual(value)
  expect(yamlOf({ memo: 'one\ntwo\n', at: '08:00' })).toBe('memo: |\n  one\n  two\nat: "08:00"')
})
