import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Policy } from '../../src/contract/policy.ts'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'
import { call, overStdio, someAgent } from './agent-rig.ts'
import { BOOK, bookBuyer, declaration, type Setting } from './book-buyer.ts'

let service: TestPurser
beforeAll(async () => {
  service = await startPurser({ PURSER_TEST_CLOCK: 'true' })
})
afterAll(() => service.stop())

const setting = (policy?: Policy): Promise<Setting> => bookBuyer(service, policy)

it('counts seconds by the clock of the node, over stdio too', async () => {
  const agent = await someAgent(service, { requireApproval: true })
  await service.purser.testClock.advance({ seconds: 30 * 86_400 })
  const client = await overStdio({ baseUrl: service.baseUrl, apiKey: agent.apiKey })
  const { said } = await call(client, 'declare_intent', declaration())
  expect(said['secondsLeft']).toBeGreaterThanOrEqual(86_399)
  expect(said['secondsLeft']).toBeLessThanOrEqual(86_401)
  await client.close()
})

describe('what was rejected or has expired', () => {
  it('is told with its note where the same is asked for again, and ends the way there', async () => {
    const { client } = await setting({ requireApproval: true, autoApproveBelow: 3000 })
    const { said } = await call(client, 'declare_intent', declaration())
    await service.purser.intents.reject(String(said['intentId']), { reason: 'Not this year' })
    for (const amount of [BOOK.amount, 2900]) {
      const checked = await call(client, 'check_purchase', { ...BOOK, amount })
      expect(checked.said).toMatchObject({
        rejected: { intentId: said['intentId'], note: 'Not this year', total: '$42.00' },
      })
      expect([checked.said.next.tool, checked.said.next.say]).toEqual([
        undefined,
        expect.stringContaining('A person has rejected'),
      ])
    }
    const declared = await call(client, 'declare_intent', { ...declaration(), amount: 2900 })
    expect(declared.said['rejected']).toMatchObject({ note: 'Not this year' })
    expect((await call(client, 'check_purchase', { ...BOOK, amount: 9900 })).said).not.toHaveProperty('rejected')
    await service.purser.testClock.advance({ seconds: 86_401 })
    expect((await call(client, 'check_purchase', BOOK)).said).not.toHaveProperty('rejected')
    await client.close()
  })

  it('is named where the shop charges too late', async () => {
    const { client, pay } = await setting({ requireIntent: true, onMissingIntent: 'decline' })
    const { said } = await call(client, 'declare_intent', declaration())
    await service.purser.testClock.advance({ seconds: 1801 })
    await pay()
    const explained = await call(client, 'explain_decline')
    expect(explained.said).toMatchObject({
      expired: { intentId: said['intentId'] },
      reasons: [{ code: 'intent_missing' }],
    })
    const { intentId } = said
    const reported = await call(client, 'report_purchase', { intentId, outcome: 'completed' })
    expect(reported.said.next.say).toContain('no charge has come')
    await client.close()
  })

  it('lives as long after an approval as the agent asks for', async () => {
    const { client } = await setting({ requireIntent: true, requireApproval: true })
    const { said } = await call(client, 'declare_intent', { ...declaration(), validMinutes: 240 })
    const approved = await service.purser.intents.approve(String(said['intentId']))
    expect(Date.parse(approved.expiresAt) - Date.parse(approved.approvedAt ?? '')).toBe(240 * 60_000)
    await client.close()
  })

  it('names the shop of the list that a refused name most likely means', async () => {
    const { client } = await setting({ allowedMerchants: ["Powell's Books", 'Strand Books'] })
    const { said } = await call(client, 'check_purchase', { amount: 1200, merchant: 'Powells' })
    expect(said).toMatchObject({ verdict: 'no', reasons: [{ nearestShop: "Powell's Books" }] })
    await client.close()
  })
})

describe('a receipt', () => {
  const receipt = btoa('%PDF-1.7 One book')

  it('is attached to the charge by report_purchase, once however often it is reported', async () => {
    const { client, pay } = await setting()
    const { intentId } = (await call(client, 'declare_intent', declaration())).said
    const report = { intentId, outcome: 'completed', receipt }
    expect((await call(client, 'report_purchase', report)).said.next.say).toContain('report again')
    await pay()
    for (let n = 0; n < 2; n += 1) await call(client, 'report_purchase', report)
    const { transactionId = '' } = await service.purser.intents.get(String(intentId))
    const { documents } = await service.purser.transactions.get(transactionId)
    expect(documents).toMatchObject([{ name: 'receipt', mediaType: 'application/pdf' }])
    expect(documents).toHaveLength(1)
    await client.close()
  })

  it.each([
    ['%%%%', { code: 'invalid_request', param: 'receipt' }],
    ['JVBERi0xLjc', { code: 'invalid_request', param: 'receipt' }],
    [btoa('<html>'), { code: 'unsupported_media_type', fixedBy: 'you' }],
  ])('that the API refuses is refused in the words of the tool: %j', async (bad, error) => {
    const { client, pay } = await setting()
    const { intentId } = (await call(client, 'declare_intent', declaration())).said
    await pay()
    const { said } = await call(client, 'report_purchase', { intentId, outcome: 'completed', receipt: bad })
    expect(said).toMatchObject(error)
    await client.close()
  })
})
