import { afterAll, beforeAll, expect, it } from 'vitest'
import { PURSER_ENTRY_FILE } from '../../../test/support/processes/purser-bundle.ts'
import { startPurser, type TestPurser } from '../../../test/support/processes/start-purser.ts'
import { startTestScript } from '../../../test/support/processes/test-process.ts'

let service: TestPurser
let bought: string[]
/** The moment of the settlement of each purchase. */
let settled: string[]
beforeAll(async () => {
  service = await startPurser({ PURSER_TEST_CLOCK: 'true' })
  const { purser } = service
  const customer = await purser.customers.create({ email: 'ada@example.com' })
  const card = await purser.cards.create({ customerId: customer.id })
  const made: [id: string, settledAt: string][] = []
  for (const amount of [100, 200, 300]) {
    const { transactionId } = await purser.network.authorize({ cardId: card.id, amount })
    await purser.testClock.advance({ seconds: 60 })
    const { settledAt } = await purser.network.settle(transactionId)
    made.push([transactionId, settledAt ?? ''])
  }
  ;[bought, settled] = [made.map(([id]) => id), made.map(([, at]) => at)]
})
afterAll(() => service.stop())

async function list(...flags: string[]) {
  const env = { PURSER_URL: service.baseUrl, PURSER_API_KEY: service.apiKey }
  const { ended, stdout, stderr } = startTestScript(PURSER_ENTRY_FILE, ['transactions', 'list', ...flags], { env })
  const code = await ended
  return { code, stdout, stderr: stderr.join('\n') }
}
const idsIn = (lines: readonly string[]) => lines.slice(1).map((line) => line.split(',')[0])

it('prints all rows that the filters find as CSV, with one line of names', async () => {
  const { code, stdout, stderr } = await list('--csv')
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout[0]).toMatch(/^id,createdAt,updatedAt,settledAt,type,status/)
  expect(idsIn(stdout)).toEqual(bought.toReversed())

  const [, second = '', third = ''] = settled
  const between = ['--settled-after', second, '--settled-before', third]
  expect(idsIn((await list('--csv', ...between)).stdout)).toEqual([bought[1]])
  expect((await list(...between)).stdout.join('\n')).toContain(bought[1])
  expect(idsIn((await list('--csv', '--status', 'declined')).stdout)).toEqual([])
})

it.each([
  { flags: ['--csv', '--limit', '5'], says: 'takes no --limit' },
  { flags: ['--csv', '--json'], says: 'takes no --json' },
  { flags: ['--csv', '--status', 'settled,declined'], says: '--csv takes one --status' },
  { flags: ['--csv', '--after', 'yesterday'], says: '--after' },
])('refuses $flags', async ({ flags, says }) => {
  const { code, stdout, stderr } = await list(...flags)
  expect(code).not.toBe(0)
  expect(stdout).toEqual([])
  expect(stderr).toContain(says)
})
