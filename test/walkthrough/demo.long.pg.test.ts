import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { PURSER_ENTRY_FILE } from '../support/processes/purser-bundle.ts'
import { startTestScript } from '../support/processes/test-process.ts'

const leftovers = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('purser-demo-'))

it('the demo ends as it announces and leaves nothing behind', async () => {
  const before = await leftovers()
  const demo = startTestScript(PURSER_ENTRY_FILE, ['demo'], { env: { TMPDIR: tmpdir() } })
  const ended = await demo.ended
  expect(demo.stdout.filter((line) => line.includes('✗'))).toEqual([])
  expect(demo.stderr).toEqual([])
  expect(ended).toBe(0)
  expect(await leftovers()).toEqual(before)
})
