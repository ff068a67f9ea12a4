import { expect, it } from 'vitest'
import { terminalScreenOf } from './screen.ts'

const terminal = (columns: number | undefined) => ({ isTTY: true, columns }) as NodeJS.WriteStream

it.each([
  [120, 120],
  [0, Number.POSITIVE_INFINITY],
  [undefined, Number.POSITIVE_INFINITY],
])('a terminal that says it has %s columns has a width of %d', (columns, width) => {
  expect(terminalScreenOf(terminal(columns)).width).toBe(width)
})
