import { createRequire } from 'node:module'
import type { expect as vitestExpect } from 'vitest'

/**
 * A test that was collected from a file. This module stands in for the parts of Vitest that the domain's tests use, so that they can run
 * many times in one process.
 */
export interface CollectedTest {
  readonly name: string
  readonly run: () => unknown
}

const jest = createRequire(import.meta.url)('expect') as { readonly expect: typeof vitestExpect }

let collected: CollectedTest[] = []
let path: readonly string[] = []

/** Collects the tests that a file declares while it is imported. */
export async function collectTests(importFile: () => Promise<unknown>): Promise<readonly CollectedTest[]> {
  collected = []
  path = []
  await importFile()
  return collected
}

export function describe(name: string, body: () => void): void {
  const outer = path
  path = [...path, name]
  body()
  path = outer
}

export const it = Object.assign(
  (name: string, body: () => unknown) => {
    collected.push({ name: [...path, name].join(' > '), run: body })
  },
  {
    each: (rows: readonly unknown[]) => (name: string, body: (...cells: readonly unknown[]) => unknown) => {
      for (const [index, row] of rows.entries()) {
        const cells = Array.isArray(row) ? (row as unknown[]) : [row]
        it(`${name} [${index}]`, () => body(...cells))
      }
    },
  },
)

/** The `expect` of the tests, from Jest's package. It ignores Vitest's second argument, a message for people. */
export const expect = Object.assign((value: unknown) => jest.expect(value), {
  objectContaining: jest.expect.objectContaining,
})
