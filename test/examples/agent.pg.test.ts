import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'
import { startTestScript } from '../support/processes/test-process.ts'

let service: TestPurser
const folder = mkdtempSync(join(tmpdir(), 'purser-example-'))
beforeAll(async () => {
  service = await startPurser({ PURSER_ALLOW_LOCAL_ORIGINS: 'true' })
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

const README = readFileSync(new URL('../../examples/agent/README.md', import.meta.url), 'utf8')
/** Without what is another each time. */
const withoutIds = (line: string): string =>
  line
    .replaceAll(/_[0-9a-z]{26}\b/g, '_...')
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:...')
    .replaceAll(/localhost:\d+/g, 'localhost:8420')

it('the example agent is declined, reads why, asks its owner, waits and buys', async () => {
  const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
  const { ended, stdout, stderr } = startTestScript('examples/agent/main.ts', [], {
    env: {
      PURSER_URL: service.baseUrl,
      PURSER_API_KEY: service.apiKey,
      PURSER_FILLER_KEY_FILE: join(folder, 'filler-key.json'),
      PURSER_COMMAND: JSON.stringify([process.execPath, main]),
    },
  })
  expect([await ended, stderr.filter((line) => !line.includes('Warning'))]).toEqual([0, []])
  expect(stdout.at(-1)).toBe('done')
  expect(stdout.map(withoutIds).join('\n')).toBe(/^```text\n([\s\S]*?)\n```/m.exec(README)?.[1])
  const tools = stdout.flatMap((line) => /^([a-z_]+) \{/.exec(line)?.[1] ?? [])
  expect(tools).toEqual([
    'look_at_book',
    'get_budget',
    'check_purchase',
    'declare_intent',
    'pay_at_checkout',
    'check_out',
    'list_transactions',
    'explain_decline',
    'cancel_intent',
    'check_purchase',
    'declare_intent',
    'ask_owner',
    'get_intent',
    'pay_at_checkout',
    'check_out',
    'list_transactions',
    'report_purchase',
  ])
  const { data: charges } = await service.purser.transactions.list()
  expect(charges.map(({ decision, amount }) => [decision, amount])).toEqual([
    ['approve', 3100],
    ['decline', 3100],
  ])
  const [card] = (await service.purser.cards.list()).data
  const cardId = String(card?.id)
  await service.purser.cards.update(cardId, { policy: { requireIntent: false, requireApproval: false } })
  const { pan } = await service.purser.cards.details(cardId, { purpose: 'a look at what was not to be seen' })
  expect(stdout.join('\n').includes(pan)).toBe(false)
})
