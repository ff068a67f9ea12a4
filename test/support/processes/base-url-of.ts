import type { TestProcess } from './test-process.ts'

const LISTENS = 'Purser listens on '

/** Waits until a `purser start` listens. Resolves to the base URL that it prints. Rejects if the process ends first. */
export async function baseUrlOf(process: TestProcess): Promise<string> {
  const line = await process.line((text) => text.startsWith(LISTENS))
  return line.slice(LISTENS.length)
}
