import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CreateAuthorizationBody, type CreateCardBody, Purser } from '../../clients/typescript/src/client.ts'
import type { ReasonFixedBy, Reason } from '../../src/contract/decisions.ts'
import type { DeclineCode } from '../../src/contract/reasons.ts'
import { type ErrorCode, errorCatalogue } from '../../src/contract/errors.ts'
import { type OperationName, operations } from '../../src/contract/operations.ts'
import type { Policy } from '../../src/contract/policy.ts'
import { toolError } from '../../src/mcp/tool-error.ts'
import { createMcpHttpHandler } from '../../src/mcp/handler.ts'
import { createMcpServer } from '../../src/mcp/server.ts'
import { agentTools } from '../../src/mcp/tools.ts'
import { PurserError } from '../../src/mcp/client.ts'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'
import { connect, endpoint, newClient, type SomeAgent, someAgent } from './agent-rig.ts'
import { follow, type Followed, type Step } from './follower.ts'
import { TEST_CONDITION_WAIT_MS } from '../support/eventually.ts'

const MOST_CALLS = 6
/** How an errand ends, by who can go on with it. */
const ENDS: Record<ReasonFixedBy, Followed['end']> = { you: 'done', time: 'waiting until', owner: 'owner' }
const PURCHASE = { amount: 4200, merchant: { name: 'GitHub', mcc: '5734', country: 'US' } }

let service: TestPurser
beforeAll(async () => {
  service = await startPurser({ PURSER_TEST_CLOCK: 'true' })
})
afterAll(() => service.stop())

const EXPECTED = { purpose: 'A seat', expectedAmount: PURCHASE.amount, expectedMerchant: PURCHASE.merchant.name }
const { name: merchant, ...place } = PURCHASE.merchant
const errand = () => ({
  ...place,
  merchant,
  amount: PURCHASE.amount,
  purpose: 'A seat for a month',
  reference: crypto.randomUUID(),
  wanted: merchant,
  why: 'A new colleague',
  outcome: 'completed',
})
/** A shop that charges where the card is filled in. */
const checkout =
  ({ cardId }: SomeAgent) =>
  async ({ answer: { said } }: Step) => {
    if (said['delivery'] !== 'none' && said['delivery'] !== undefined) {
      await service.purser.network.authorize({ cardId, ...PURCHASE })
    }
  }

describe('whoever follows `next` comes to an end', () => {
  interface Scene {
    readonly policy?: Policy
    readonly card?: Partial<CreateCardBody>
    readonly before?: (agent: SomeAgent) => Promise<unknown>
    /** The purchase that is declined, where it is not the usual one. */
    readonly charge?: Partial<CreateAuthorizationBody>
  }
  const pay = ({ cardId }: SomeAgent, own: Partial<CreateAuthorizationBody> = {}) =>
    service.purser.network.authorize({ cardId, ...PURCHASE, ...own })
  const payElsewhere = (agent: SomeAgent) => pay(agent, { merchant: { ...PURCHASE.merchant, name: 'Namecheap' } })
  const payWithWrongCvv = async ({ cardId }: SomeAgent) => {
    const { pan, exp, cvv } = await service.purser.cards.details(cardId, { purpose: 'a test' })
    return service.purser.network.authorize({ pan, exp, cvv: cvv === '000' ? '001' : '000', ...PURCHASE })
  }
  const later = (seconds: number) => service.purser.testClock.advance({ seconds })

  /** One for each code: without it, it does not compile. What an issuer declines, and a stop of everything, are in ways-out.test.ts. */
  const scenes: Record<Exclude<DeclineCode, 'issuer_declined' | 'account_stopped'>, Scene> = {
    customer_not_active: {
      before: ({ customerId }) => service.purser.customers.update(customerId, { status: 'suspended' }),
    },
    agent_not_active: { before: ({ agentId }) => service.purser.agents.update(agentId, { status: 'paused' }) },
    card_frozen: { before: ({ cardId }) => service.purser.cards.freeze(cardId) },
    card_closed: { before: ({ cardId }) => service.purser.cards.close(cardId) },
    card_expired: { policy: { ttlMinutes: 1 }, before: () => later(61) },
    card_consumed: { card: { usage: 'single' }, before: pay },
    currency_not_supported: { charge: { currency: 'EUR' } },
    per_auth_exceeded: { policy: { limits: { perAuth: 100 } } },
    per_day_exceeded: { policy: { limits: { perDay: 5000 } }, before: pay },
    per_week_exceeded: { policy: { limits: { perWeek: 5000 } }, before: pay },
    per_month_exceeded: { policy: { limits: { perMonth: 5000 } }, before: pay },
    total_exceeded: { policy: { limits: { total: 100 } } },
    limit_exceeded: { card: { limits: { perDay: 5000 } }, before: pay },
    max_transactions_exceeded: { policy: { maxTransactionsPerDay: 1 }, before: pay },
    merchant_per_day_exceeded: { policy: { maxPerMerchantPerDay: 5000 }, before: pay },
    mcc_missing: { policy: { allowedMccs: ['5734'] }, charge: { merchant: { name: 'GitHub' } } },
    mcc_not_allowed: { policy: { allowedMccs: ['5999'] } },
    mcc_blocked: { policy: { blockedMccs: ['5734'] } },
    merchant_missing: { policy: { allowedMerchants: ['GitHub'] }, charge: { merchant: { mcc: '5734' } } },
    merchant_not_allowed: { policy: { allowedMerchants: ['Namecheap'] } },
    merchant_blocked: { policy: { blockedMerchants: ['GitHub'] } },
    merchant_locked: { policy: { lockToFirstMerchant: true }, before: payElsewhere },
    country_missing: { policy: { allowedCountries: ['US'] }, charge: { merchant: { name: 'GitHub' } } },
    country_not_allowed: { policy: { allowedCountries: ['DE'] } },
    country_blocked: { policy: { blockedCountries: ['US'] } },
    cooldown_active: { policy: { cooldownMinutes: 30 }, before: pay },
    outside_active_hours: { policy: { activeHours: { timezone: 'UTC', days: [], from: '09:00', to: '17:00' } } },
    intent_missing: { policy: { requireIntent: true, onMissingIntent: 'decline' } },
    intent_mismatch: {
      policy: { requireIntent: true, onIntentMismatch: 'decline' },
      before: (agent) => agent.purser.intents.declare(agent.cardId, { purpose: 'Ink', expectedAmount: 100 }),
    },
    duplicate_charge: { policy: { duplicateWindowMinutes: 60 }, before: pay },
    credentials_invalid: {
      before: (agent) => agent.purser.intents.declare(agent.cardId, { purpose: 'A seat' }),
    },
    credentials_locked: {
      before: async (agent) => {
        for (let tries = 0; tries < 5; tries += 1) await payWithWrongCvv(agent)
      },
    },
  }

  const byNumber = new Set<DeclineCode>(['credentials_invalid', 'credentials_locked'])

  it.concurrent.each(Object.entries(scenes) as [DeclineCode, Scene][])('after %s', async (code, scene) => {
    const { policy, card, before, charge } = scene
    const agent = await someAgent(service, policy, card)
    await before?.(agent)
    await (byNumber.has(code) ? payWithWrongCvv(agent) : pay(agent, charge))
    const [declined] = (await service.purser.transactions.list({ cardId: agent.cardId, limit: 1 })).data
    expect(declined?.reasons.map((reason) => reason.code)).toContain(code)

    const client = await connect(endpoint(service), agent.apiKey)
    const from = { tool: 'explain_decline', args: { transactionId: declined?.id } }
    const walk = { task: errand(), after: checkout(agent), mostCalls: MOST_CALLS }
    const { steps, end } = await follow(client, { ...walk, from })
    const reasons = (steps[0] as Step).answer.said['reasons'] as Reason[]
    const { fixedBy } = reasons.find((reason) => reason.code === code) as Reason
    // The owner may unlock it; it ends by itself, too.
    expect([code, end]).toEqual([code, code === 'credentials_locked' ? 'waiting until' : ENDS[fixedBy]])
    await client.close()
  })
})

describe('whoever is answered an error comes to an end', () => {
  type Input = (known: { intentId: string; cardId: string }) => Record<string, unknown>
  const inputs: Record<string, Input> = {
    'get_budget getCard': ({ cardId }) => ({ cardId }),
    'get_budget getCardBudget': ({ cardId }) => ({ cardId }),
    get_intent: ({ intentId }) => ({ intentId }),
    pay_at_checkout: ({ intentId }) => ({ intentId }),
    list_transactions: ({ intentId }) => ({ intentId }),
    cancel_intent: ({ intentId }) => ({ intentId }),
    report_purchase: ({ intentId }) => ({ intentId }),
    'report_purchase attachTransactionDocument': ({ intentId }) => ({ intentId, receipt: btoa('%PDF-1.7 a receipt') }),
    explain_decline: () => ({ transactionId: 'txn_1' }),
    request_change: () => ({ change: 'limits.perDay', wanted: '5000' }),
    manage_subscription: () => ({
      action: 'ask',
      merchant: 'GitHub',
      maxAmount: 500,
      every: 'month',
      purpose: 'A seat',
    }),
    'manage_subscription cancelSubscription': () => ({ action: 'cancel', subscriptionId: 'sub_1' }),
    'request_change evaluateSpend': () => ({ change: 'policy.limits.perDay', wanted: 5000 }),
    'request_change getChangeRequest': () => ({ change: 'limits.perDay', wanted: 5000, waitSeconds: 1 }),
  }
  /** What every operation may answer. */
  const shared: ErrorCode[] = [
    'invalid_request',
    'missing_api_key',
    'invalid_api_key',
    'expired_api_key',
    'insufficient_permissions',
    'address_not_allowed',
    'idempotency_in_progress',
    'idempotency_key_reused',
    'rate_limited',
    'internal_error',
    'unavailable',
  ]
  const all = agentTools.flatMap(({ name, uses }) =>
    uses.flatMap((operation) => operations[operation].errors.map((code) => [name, operation, code] as const)),
  )
  /** By a filler: keys of one's own are there, and what details answer, sealed details do. */
  const isReached = (operation: OperationName, code: ErrorCode) =>
    operation !== 'getOwnApiKey' && (operation !== 'sealCardDetails' || code === 'filler_not_found')
  /** Asked again while a challenge waits, which only an issuer makes: test/dashboard/decisions is about it. */
  const isOfIssuers = (operation: OperationName) => operation === 'getChallenge'
  const pairs: (readonly [string, OperationName, ErrorCode])[] = [
    ...all.filter(([tool, operation]) => tool !== 'pay_at_checkout' && !isOfIssuers(operation)),
    ...all.filter(([tool, operation, code]) => tool === 'pay_at_checkout' && isReached(operation, code)),
    ...shared.map((code) => ['check_purchase', 'evaluateSpend', code] as const),
  ]

  /** An agent's service, one operation of which answers the error: once, where whoever calls can mend it, and else always. */
  function failing({ apiKey }: SomeAgent, operation: OperationName, code: ErrorCode) {
    const { status, message, hint, retryable } = errorCatalogue[code]
    const { method, path } = operations[operation]
    const pattern = new RegExp(`/v1${path.replaceAll(/\{\w+\}/g, '[^/]+')}(\\?|$)`)
    const { fixedBy } = toolError(new PurserError({ code, message, status, retryable }))
    const told = { times: 0 }
    const answer: typeof fetch = (url, init) => {
      const isAsked = init?.method === method && pattern.test(new Request(url).url)
      if (!isAsked || (fixedBy === 'you' && told.times > 0)) return fetch(url, init)
      told.times += 1
      return Promise.resolve(
        Response.json({ error: { code, message, hint, retryable }, requestId: 'req_1' }, { status }),
      )
    }
    return { told, purser: new Purser({ baseUrl: service.baseUrl, apiKey, maxRetries: 0, fetch: answer }) }
  }

  it.concurrent.each(pairs)('%s, where %s answers %s', async (tool, operation, code) => {
    const agent = await someAgent(service)
    const { told, purser } = failing(agent, operation, code)
    const handler = createMcpHttpHandler(createMcpServer, (error) => expect.unreachable(error.message))
    const asking = {
      purser,
      asker: { role: 'agent', agentId: agent.agentId } as const,
      version: '1.0.0',
      showsNumbers: false,
      now: Date.now,
      fill: async ({ id, cardId }: { id: string; cardId: string }) => {
        const answer = { status: 200, address: 'https://shop.example/', title: '' }
        const filled = { outcome: 'submitted', answer, sentence: '' } as const
        if (told.times > 0) return filled
        if (operation === 'getCardDetails') await purser.cards.details(cardId, { intentId: id })
        if (operation === 'sealCardDetails') await purser.cards.sealedDetails(cardId, { intentId: id, sealTo: 'fil_1' })
        return filled
      },
      signal: AbortSignal.timeout(TEST_CONDITION_WAIT_MS),
      report: (error: Error) => expect.unreachable(error.message),
    }
    const client = newClient('new')
    const inProcess: typeof fetch = async (url, init) => {
      const request = new Request(url, init)
      return handler.handle(request, asking, await request.clone().json())
    }
    await client.connect(new StreamableHTTPClientTransport(new URL('http://purser/mcp'), { fetch: inProcess }))
    const { id: intentId } = await agent.purser.intents.declare(agent.cardId, {
      ...EXPECTED,
      // What waits already is not declared once more.
      ...(operation === 'createIntent' ? { expectedMerchant: 'Namecheap' } : {}),
    })
    const isAboutCharge = operation === 'getTransaction' && ['declare_intent', 'get_intent'].includes(tool)
    if (isAboutCharge || operation === 'attachTransactionDocument') {
      await service.purser.network.authorize({ cardId: agent.cardId, ...PURCHASE })
    }
    const args = (inputs[`${tool} ${operation}`] ?? inputs[tool])?.({ intentId, cardId: agent.cardId }) ?? {}
    const { steps, end } = await follow(client, {
      task: errand(),
      from: { tool, args },
      after: checkout(agent),
      mostCalls: 1 + MOST_CALLS,
    })
    expect(told.times).toBeGreaterThan(0)
    expect([steps[0]?.answer.said['code'], end]).toEqual([code, expect.not.stringMatching('stuck')])
    await client.close()
    await handler.close()
  })
})
