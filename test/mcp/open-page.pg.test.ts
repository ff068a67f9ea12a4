import type { Client, ClientCapabilities } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'
import { call, connect, endpoint, heard, overStdio, type SomeAgent, someAgent, type Wire } from './agent-rig.ts'

let service: TestPurser
let agent: SomeAgent
beforeAll(async () => {
  service = await startPurser()
  agent = await someAgent(service, { requireIntent: true, requireApproval: true })
})
afterAll(() => service.stop())

type Action = 'accept' | 'decline' | 'cancel'
const WORDS = {
  accept: /^Your user has the page open/,
  decline: /That decides nothing/,
  cancel: /That decides nothing/,
}
const PAGES: ClientCapabilities = { elicitation: { url: {} } }

const FLIGHT = { purpose: 'a flight', amount: 90_000, merchant: 'Air Example' }

const open = (carrier: 'http' | 'stdio', wire: Wire, capabilities: ClientCapabilities): Promise<Client> =>
  carrier === 'http'
    ? connect(endpoint(service), agent.apiKey, wire, capabilities)
    : overStdio({ baseUrl: service.baseUrl, apiKey: agent.apiKey, wire, capabilities })

/** Declares a purchase with a client that answers so when it is asked to open a page. */
async function declare(client: Client, action: Action, purchase = FLIGHT) {
  const asked: unknown[] = []
  client.setRequestHandler('elicitation/create', ({ params }) => {
    asked.push(params)
    return { action }
  })
  const { said } = await call(client, 'declare_intent', { ...purchase, reference: crypto.randomUUID() })
  await client.close()
  return { asked, said, intent: await service.purser.intents.get(String(said['intentId'])) }
}

describe('a client that opens pages', () => {
  it.each([
    ['http', 'new', 'accept'],
    ['http', 'new', 'decline'],
    ['http', 'new', 'cancel'],
    ['stdio', 'new', 'decline'],
    ['stdio', 'old', 'accept'],
  ] as const)(
    'over %s, %s wire, is asked to open that of the approval: %s decides nothing',
    async (carrier, wire, action) => {
      const { asked, said, intent } = await declare(await open(carrier, wire, PAGES), action)
      expect(asked).toMatchObject([
        { mode: 'url', url: intent.approvalUrl, message: expect.stringContaining('of $900.00 waits') },
      ])
      expect(JSON.stringify(asked)).not.toContain('Air Example')
      expect(said).toMatchObject({ status: 'pending_approval', approvalUrl: intent.approvalUrl })
      expect([said.next.tool, said.next.say]).toEqual(['get_intent', expect.stringMatching(WORDS[action])])
      expect(intent).toMatchObject({ status: 'pending_approval', requiresApproval: true })
      for (const field of ['approvedBy', 'approvedAt', 'rejectedBy', 'decisionNote'])
        expect(intent).not.toHaveProperty(field)
      const { data } = await service.purser.approvals.list({ status: 'pending' })
      expect(data.filter(({ intentId }) => intentId === intent.id).length).toBe(1)
    },
  )

  it('is asked with the ceiling where the same purchase was declared with much more of it', async () => {
    const declared = { purpose: 'a seat', expectedAmount: 100, expectedMerchant: 'Seats Ltd', tolerance: 9_000_000 }
    await agent.purser.intents.declare(agent.cardId, declared)
    const seat = { purpose: 'a seat', amount: 100, merchant: 'Seats Ltd' }
    const { asked, said } = await declare(await open('http', 'new', PAGES), 'decline', seat)
    expect(asked).toMatchObject([{ message: expect.stringContaining('of $1.00, up to $90,001.00 waits') }])
    expect(said['total']).toBe('$1.00, up to $90,001.00')
  })

  it('is not asked where nobody has to decide', async () => {
    const free = await someAgent(service)
    const client = await connect(endpoint(service), free.apiKey, 'new', PAGES)
    const { asked, said } = await declare(client, 'accept')
    expect([asked, said['status']]).toEqual([[], 'pending'])
  })
})

describe('a client that does not say it opens pages', () => {
  it.each([
    ['http', 'new', {}],
    ['http', 'new', { elicitation: { form: {} } }],
    ['http', 'old', PAGES], // there is no session in which it could be asked
    ['stdio', 'old', { elicitation: { form: {} } }],
  ] as const)(
    'over %s, %s wire, with %j, is answered with the page in a field',
    async (carrier, wire, capabilities) => {
      const client = await open(carrier, wire, capabilities)
      const errand = { purpose: 'a flight', amount: 90_000, merchant: 'Air Example', reference: crypto.randomUUID() }
      const { said, isError } = await call(client, 'declare_intent', errand)
      expect([isError, said['status'], said['approvalUrl']]).toEqual([
        false,
        'pending_approval',
        expect.stringContaining('/approvals/'),
      ])
      await client.close()
    },
  )
})

it('an answer that nobody asked for changes nothing', async () => {
  const client = await connect(endpoint(service), agent.apiKey, 'new')
  const errand = { purpose: 'a flight', amount: 90_000, merchant: 'Air Example', reference: 'forged' }
  const forged = { page: { action: 'accept', content: { approved: true, status: 'pending' } } }
  const { structuredContent } = await client.callTool({
    name: 'declare_intent',
    arguments: errand,
    inputResponses: forged,
  } as Parameters<Client['callTool']>[0])
  expect(structuredContent).toMatchObject({ status: 'pending_approval' })
  await client.close()
  expect(heard.length).toBeGreaterThan(0)
})
