import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const FOLDER = import.meta.dirname

/**
 * The files and statements that may yield without a slice of time: they yield whole pages, whose readers go through the rows by slices, or
 * what other readers yield.
 */
const ALLOWED = [
  ['past-pages.ts', 'yield ['],
  ['reply-rows.ts', 'yield await snapshot.rows<StoredTransactionReply>('],
] as const

/** A reader of history yields its rows from a loop over slices of time, or passes on what another reader yields. */
const IN_SLICES = /^(yield\* (snapshot\.slices\.each\(|rowsOf<)|yield \{)/

const yields = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .flatMap((file) => {
    const text = readFileSync(join(FOLDER, file), 'utf8')
    return [...text.matchAll(/\byield\b(?!`).*/g)]
      .filter(({ index }) => !/^\s*(\*|\/\*\*)/.test(text.slice(text.lastIndexOf('\n', index) + 1, index)))
      .map(([statement]) => [file, statement] as const)
  })

it('every reader of history gives the thread back between its rows', () => {
  expect(yields.length).toBeGreaterThan(10)
  const others = yields.filter(([, statement]) => !IN_SLICES.test(statement))
  expect(others).toEqual(ALLOWED)
})

it('a loop over rows of a snapshot is one over slices, or over another reader', () => {
  const loops = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => [...readFileSync(join(FOLDER, file), 'utf8').matchAll(/for \((const .* of (page|rows))\)/g)])
  expect(loops.map(([loop]) => loop)).toEqual([])
})
