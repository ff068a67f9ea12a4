import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startEmbeddedNode, type NodeProcess } from '../../test/support/processes/node-process.ts'
import { TEST_API_KEY } from '../../test/support/processes/start-node.ts'
import { PURSER_ENTRY_FILE } from '../../test/support/processes/purser-bundle.ts'
import { startTestScript } from '../../test/support/processes/test-process.ts'

/** A port on which nothing listens. */
const NOWHERE = 'http://127.0.0.1:1/v1'

let folder: string
const started: NodeProcess[] = []
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'purser-clock-'))
})
const stop = async () => {
  for (const { process } of started.splice(0)) {
    process.child.kill('SIGTERM')
    await process.ended
  }
}
afterEach(stop)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function startNode(env: Record<string, string>): Promise<NodeProcess> {
  const node = await startEmbeddedNode(folder, { PURSER_LOG_LEVEL: 'warn', ...env })
  started.push(node)
  return node
}

/** Runs a command without any settings of a database, master key or data directory. */
async function clock(words: string[], env: Record<string, string>) {
  const process = startTestScript(PURSER_ENTRY_FILE, ['clock', ...words], { env })
  return { code: await process.ended, said: process.stdout.join('\n'), complaint: process.stderr.join('\n') }
}

describe('purser clock', () => {
  it('shows and moves the clock beside a running node, which stands there after a restart', async () => {
    const on = { PURSER_TEST_CLOCK: 'true' }
    const env = { PURSER_URL: (await startNode(on)).baseUrl, PURSER_API_KEY: TEST_API_KEY }
    const { said: before } = await clock([], env)
    const moved = await clock(['advance', '30d'], env)
    expect(moved).toMatchObject({ code: 0, complaint: '' })
    expect(Date.parse(moved.said) - Date.parse(before)).toBe(30 * 86_400_000)
    await stop()

    const again = { ...env, PURSER_URL: (await startNode(on)).baseUrl }
    expect((await clock([], again)).said).toBe(moved.said)
    expect(await clock(['advance', '1s'], { ...again, PURSER_API_KEY: 'sk_wrong' })).toMatchObject({
      code: 2,
      complaint: expect.stringMatching(/^purser: PURSER_API_KEY: /) as string,
    })
    const tooFar = await clock(['advance', '3653d'], again)
    expect([tooFar.code, tooFar.complaint]).toEqual([
      2,
      'purser: One move can be ten years (3652d) at most. Move the clock twice',
    ])
    const origin = again.PURSER_URL.replace('/v1', '')
    expect((await clock([], { ...again, PURSER_URL: origin })).said).toBe(moved.said)
    const elsewhere = await clock([], { ...again, PURSER_URL: `${origin}/v2` })
    expect([elsewhere.code, elsewhere.complaint]).toEqual([2, expect.stringContaining('PURSER_URL ends in /v2')])
    await stop()

    const off = await startNode({})
    expect(off.process.stderr.filter((line) => line.includes('test clock'))).toEqual([
      expect.stringContaining(`stands at ${moved.said}, ahead of the real time`),
    ])
    const { code, complaint } = await clock(['advance', '1d'], { ...env, PURSER_URL: off.baseUrl })
    expect([code, complaint]).toEqual([
      2,
      `purser: The test clock of ${off.baseUrl} is off. Start the node with PURSER_TEST_CLOCK=true`,
    ])
  })

  it('ends with exit code 3 where no node answers', async () => {
    const { code, complaint } = await clock([], { PURSER_URL: NOWHERE, PURSER_API_KEY: TEST_API_KEY })
    expect([code, complaint]).toEqual([3, expect.stringContaining(`No node answers at ${NOWHERE}.`)])
  })

  it.each([
    { words: [], env: { PURSER_URL: NOWHERE }, says: 'PURSER_API_KEY is missing' },
    { words: [], env: { PURSER_URL: 'localhost' }, says: 'PURSER_URL must be an http or https URL' },
    { words: ['advance'], env: {}, says: 'purser clock advance 30d' },
    { words: ['advance', '1d', '2h'], env: {}, says: 'purser clock advance 30d' },
    { words: ['back', '1d'], env: {}, says: 'purser clock advance 30d' },
    ...['30', 'd', '1.5h', '1month', '-1d', '30 d', '1d2h', '1e3s'].map((duration) => ({
      words: ['advance', '--', duration],
      env: {},
      says: `${JSON.stringify(duration)} is no duration. It is a whole number and one of s, m, h, d, w. For instance 90s`,
    })),
  ])('$words with $env ends with exit code 2 and says: $says', async ({ words, env, says }) => {
    const { code, said, complaint } = await clock(words, env)
    expect([code, said]).toEqual([2, ''])
    expect(complaint).toContain(says)
  })
})
