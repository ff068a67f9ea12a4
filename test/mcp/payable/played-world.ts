import { Purser, PurserError } from '../../../clients/typescript/src/client.ts'
import type { Intent } from '../../../src/contract/resources/intents.ts'
import type { Policy } from '../../../src/contract/policy.ts'
import type { TestPurser } from '../../support/processes/start-purser.ts'
import type { ToolCall } from '../../../src/mcp/tool.ts'
import { checkPurchaseTool } from '../../../src/mcp/tools/check-purchase.ts'
import { declareIntentTool } from '../../../src/mcp/tools/declare-intent.ts'
import { getIntentTool } from '../../../src/mcp/tools/get-intent.ts'
import { listIntentsTool } from '../../../src/mcp/tools/list-intents.ts'
import { manageSubscriptionTool } from '../../../src/mcp/tools/manage-subscription.ts'
import { payAtCheckoutTool } from '../../../src/mcp/tools/pay-at-checkout.ts'
import type { Act, Order, World } from './worlds.ts'
import { TEST_CONDITION_WAIT_MS } from '../../support/eventually.ts'

/** The world as it has become: an agent with a card, and what was declared and subscribed with it. */
export interface Made {
  readonly admin: Purser
  readonly agent: Purser
  readonly agentId: string
  readonly customerId: string
  readonly cardId: string
  intent?: Intent
  subscriptionId?: string
}

const PURPOSE = 'For the reading room'

/** A loaded machine answers later. What is tested here is what it says. */
const PATIENCE = { maxRetries: 10 }

export async function make({ baseUrl, apiKey }: TestPurser, { levels, acts }: World): Promise<Made> {
  const admin = new Purser({ baseUrl, apiKey, ...PATIENCE })
  const { id: customerId } = await admin.customers.create({ email: 'a@example.com', policy: levels.customer })
  const { id: agentId } = await admin.agents.create({
    customerId,
    externalId: customerId,
    name: 'buyer',
    policy: levels.agent,
  })
  const { id: cardId } = await admin.cards.create({ customerId, agentId, policy: levels.card })
  const { secret } = await admin.apiKeys.create({ name: 'buyer', role: 'agent', agentId })
  const agent = new Purser({ baseUrl, apiKey: secret, ...PATIENCE })
  const made: Made = { admin, agent, agentId, customerId, cardId }
  for (const act of acts) await perform(made, act).catch(refused(undefined))
  return made
}

/** A refusal is what a world may come to. Everything else fails the test. */
const refused =
  <T>(otherwise: T) =>
  (error: unknown): T => {
    if (error instanceof PurserError && error.status >= 400 && error.status < 500) return otherwise
    throw error
  }

async function perform(made: Made, act: Act): Promise<unknown> {
  const { admin, agent, cardId, intent, subscriptionId } = made
  switch (act.kind) {
    case 'buy':
    case 'try':
      return admin.network.authorize({ cardId, amount: act.amount, merchant: factsOf({ ...act }) })
    case 'declare':
    case 'correct':
      made.intent = await agent.intents.declare(cardId, declarationOf(act.order))
      return made.intent
    case 'approve':
      if (subscriptionId !== undefined) await admin.subscriptions.approve(subscriptionId, {}).catch(refused(undefined))
      return intent && admin.intents.approve(intent.id, {})
    case 'reject':
      return intent && admin.intents.reject(intent.id, {})
    case 'revoke':
      return intent && admin.intents.revokeApproval(intent.id, {})
    case 'cancel':
      return intent && admin.intents.cancel(intent.id)
    case 'read':
      return intent && agent.cards.details(cardId, { intentId: intent.id, purpose: PURPOSE })
    case 'freeze':
      return admin.cards.freeze(cardId)
    case 'pause':
      return admin.agents.update(made.agentId, { status: 'paused' })
    case 'suspend':
      return admin.customers.update(made.customerId, { status: 'suspended' })
    case 'policy':
      return admin.cards.update(cardId, { policy: act.policy })
    case 'lock':
      return lockCredentials(made)
    case 'subscribe': {
      const { maxAmount, merchant } = act
      const body = { merchant, maxAmount, interval: 'month', purpose: PURPOSE } as const
      made.subscriptionId = (await agent.subscriptions.create(cardId, body)).id
      return made.subscriptionId
    }
    case 'renew': {
      const renewed = subscriptionId && (await admin.subscriptions.get(subscriptionId))
      if (!renewed) return undefined
      const { maxAmount: amount, merchant } = renewed
      return admin.network.authorize({ cardId, amount, merchant: factsOf({ merchant }) })
    }
    case 'hold':
      return subscriptionId && admin.subscriptions.pause(subscriptionId)
    default:
      return subscriptionId && admin.subscriptions.cancel(subscriptionId)
  }
}

async function lockCredentials({ admin, cardId }: Made): Promise<void> {
  for (const cvv of ['000', '001', '002', '003', '004', '005']) {
    await admin.network.authorize({ cardId, amount: 100, merchant: { name: 'Guess' }, cvv })
  }
}

const USUAL_MCC = '5942'

/** The merchant of an authorization, with a category and a country that no rule of the worlds forbids unless the order names another. */
const factsOf = ({ merchant, mcc = USUAL_MCC }: Pick<Order, 'merchant' | 'mcc'>) => ({
  name: merchant,
  mcc,
  country: 'US',
})

const declarationOf = ({ amount, merchant, mcc, origin }: Order) => ({
  intentId: 'order',
  purpose: PURPOSE,
  expectedAmount: amount,
  expectedMerchant: merchant,
  ...(mcc === undefined ? {} : { expectedMccs: [mcc] }),
  ...(origin === undefined ? {} : { expectedOrigin: origin }),
})

/** One sentence about a payment, and whether it promises it. */
export type Promised = readonly [who: string, isPromised: boolean]

const callOf = ({ agent, agentId }: Made): ToolCall => ({
  purser: agent,
  asker: { role: 'agent', agentId },
  version: 'test',
  showsNumbers: false,
  now: () => 0,
  report: (error) => {
    throw error
  },
  signal: AbortSignal.timeout(TEST_CONDITION_WAIT_MS),
  tellProgress: () => Promise.resolve(),
})

/** Everything that says whether the declared purchase may be paid now. */
export async function promisesOf(made: Made, intent: Intent): Promise<Promised[]> {
  const call = callOf(made)
  const { expectedAmount = 0, expectedMerchant = '', expectedMccs, expectedOrigin } = intent
  const [read, got, listed, paying, checked] = await Promise.all([
    made.agent.intents.get(intent.id),
    getIntentTool.run(call, { intentId: intent.id }),
    listIntentsTool.run(call, {}),
    payAtCheckoutTool.run(call, { intentId: intent.id }),
    checkPurchaseTool.run(call, {
      cardId: made.cardId,
      amount: expectedAmount,
      merchant: expectedMerchant,
      country: 'US',
      mcc: expectedMccs?.[0] ?? USUAL_MCC,
      ...(expectedOrigin === undefined ? {} : { origin: expectedOrigin }),
    }),
  ])
  return [
    ['GET', read.payable === true],
    ['get_intent', got.payable === true],
    ['get_intent.next', got.next.tool === 'pay_at_checkout'],
    ['list_intents.next', listed.next.tool === 'pay_at_checkout'],
    ['pay_at_checkout', paying.delivery !== 'none'],
    ['check_purchase', checked.verdict === 'ok' && checked.next.tool === 'pay_at_checkout'],
  ]
}

/** Pays the intent as its checkout would: the number is released to the agent, and the shop charges what was declared. */
export async function isPaid({ admin, agent, cardId }: Made, intent: Intent): Promise<boolean> {
  const { id: intentId, purpose, expectedAmount = 1, expectedMerchant = '', expectedMccs } = intent
  const released = await agent.cards
    .details(cardId, { intentId, purpose })
    .then(({ pan, exp, cvv }) => ({ pan, exp, cvv }))
    .catch(refused(null))
  if (released === null) return false
  const { decision, transaction } = await admin.network.authorize({
    ...released,
    amount: expectedAmount,
    merchant: factsOf({ merchant: expectedMerchant, ...(expectedMccs?.[0] ? { mcc: expectedMccs[0] } : {}) }),
  })
  return decision === 'approve' && transaction.intentId !== undefined
}

/** Checks an order that was never declared, does what the answer says, and compares. Null: the answer promises nothing. */
export async function isCheckedRight(made: Made, { amount, merchant, mcc, origin }: Order, listed: readonly string[]) {
  const call = callOf(made)
  const facts = { cardId: made.cardId, amount, merchant, ...(mcc === undefined ? {} : { mcc }) }
  const site = origin ?? listed[0]
  const checked = await checkPurchaseTool.run(call, {
    ...facts,
    country: 'US',
    ...(origin === undefined ? {} : { origin }),
  })
  if (checked.verdict !== 'ok' && checked.verdict !== 'ok_after_intent') return null
  if (checked.alreadyPaid !== undefined || checked.intentId !== undefined) return null
  const declared = { ...facts, reference: 'checked', purpose: PURPOSE, ...(site === undefined ? {} : { origin: site }) }
  const { payable, intentId = '' } = await declareIntentTool.run(call, declared)
  return payable && (await isPaid(made, await made.agent.intents.get(intentId)))
}

/** Whether what is said of the newest subscription is what its next charge meets. Null: there is none. */
export async function isSubscriptionRight({ admin, cardId, ...made }: Made): Promise<boolean | null> {
  if (made.subscriptionId === undefined) return null
  const { next } = await manageSubscriptionTool.run(callOf({ admin, cardId, ...made }), { action: 'list' })
  const read = await made.agent.subscriptions.get(made.subscriptionId)
  const { maxAmount: amount, merchant } = read
  const promised = next.say.startsWith('It is active')
  const { decision, flags } = await admin.network.authorize({ cardId, amount, merchant: factsOf({ merchant }) })
  const isTaken = decision === 'approve' && (flags.subscriptionMatched || flags.intentMatched)
  return promised ? isTaken : !flags.subscriptionMatched
}

export const originsOf = ({ levels }: World, acts: readonly Act[]): readonly string[] => {
  const changed = acts.flatMap((act): Policy[] => (act.kind === 'policy' ? [act.policy] : []))
  const policies = [levels.customer, levels.agent, levels.card, ...changed]
  return policies.findLast(({ allowedOrigins }) => allowedOrigins !== undefined)?.allowedOrigins ?? []
}
