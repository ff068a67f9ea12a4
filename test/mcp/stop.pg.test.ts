import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'
import { connect, endpoint, errandOf, someAgent } from './agent-rig.ts'

/** An agent is told by its tools that everything is stopped, and whose it is to go on. */
let service: TestPurser
let client: Client
beforeAll(async () => {
  service = await startPurser({ PURSER_TEST_CLOCK: 'true' })
  const agent = await someAgent(service)
  client = await connect(endpoint(service), agent.apiKey)
})
afterAll(async () => {
  await client.close()
  await service.stop()
})

it('that asks or would pay is told of the stop and to tell its owner, and goes on after the resume', async () => {
  const errand = errandOf('stopped')
  const asked = { name: 'check_purchase', arguments: { amount: errand.amount, merchant: errand.merchant } }
  const declared = await client.callTool({ name: 'declare_intent', arguments: errand })
  const { intentId } = declared.structuredContent as { intentId: string }
  await service.purser.account.stop({ reason: 'A leaked key' })
  const checked = await client.callTool(asked)
  expect(checked.structuredContent).toMatchObject({
    verdict: 'no',
    reasons: [{ code: 'account_stopped', fixedBy: 'owner' }],
    next: { say: expect.stringMatching(/^Only your owner can/) as string },
  })
  const paid = await client.callTool({ name: 'pay_at_checkout', arguments: { intentId } })
  expect(JSON.stringify([paid.structuredContent, paid.content])).toMatch(/account_stopped|stopped all spending/)
  await service.purser.account.resume({ reason: 'It is revoked' })
  expect((await client.callTool(asked)).structuredContent).toMatchObject({ verdict: 'ok' })
})
