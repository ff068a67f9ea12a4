import { expect, it } from 'vitest'
import { createProgressLine } from './progress.ts'
import type { TerminalScreen } from './screen.ts'

const screen = (isTerminal: boolean): TerminalScreen => ({
  width: isTerminal ? 42 : Number.POSITIVE_INFINITY,
  isTerminal,
  paint: (_colour, text) => text,
})

/** The lines that the progress display writes for ten seconds of work, with 1000 cards renewed in each second. */
function written(isTerminal: boolean, total: number | undefined): string[] {
  const lines: string[] = []
  let now = 0
  const shown = createProgressLine({
    what: 'cards renewed',
    screen: screen(isTerminal),
    write: (text) => lines.push(text),
    now: () => now,
  })
  shown.at(0, total)
  for (let second = 1; second <= 10; second += 1) {
    now = second * 1000
    shown.at(second * 1000, total)
  }
  shown.end()
  return lines
}

it('is one line on a terminal, written over and taken away at the end, never wider than it', () => {
  const lines = written(true, 10_000)
  expect(lines.slice(1, 3)).toEqual([
    '\r\u001b[2K 10 %  1,000 of 10,000 cards renewed, 9 …',
    '\r\u001b[2K 20 %  2,000 of 10,000 cards renewed, 8 …',
  ])
  expect(lines.at(-1)).toBe('\r\u001b[2K')
})

it('counts from its first report, not from what came before it', () => {
  const lines: string[] = []
  let now = 0
  const shown = createProgressLine({
    what: 'rows restored',
    screen: screen(false),
    write: (text) => lines.push(text),
    now: () => now,
  })
  now = 8000
  shown.at(1)
  shown.at(327)
  shown.end()
  expect(lines).toEqual([])
})

it('is a plain line now and then in a log, with what is left', () => {
  expect(written(false, 10_000)).toEqual([
    ' 50 %  5,000 of 10,000 cards renewed, 5 s left\n',
    '100 %  10,000 of 10,000 cards renewed\n',
  ])
  expect(written(false, undefined)).toEqual(['5,000 cards renewed\n', '10,000 cards renewed\n'])
})
