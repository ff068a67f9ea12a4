import { Type } from 'typebox'
import type { Subscription } from '../../contract/resources/subscriptions/subscriptions.ts'
import { SubscriptionInterval } from '../../contract/resources/subscriptions/subscriptions.ts'
import {
  amountToolField,
  cardIdToolField,
  choiceToolField,
  merchantToolField,
  purposeToolField,
  subscriptionIdToolField,
} from '../fields.ts'
import { safeForeignText } from '../foreign.ts'
import { toolInputsByApiNames } from '../input/api-names.ts'
import { moneyInWords } from '../money-out.ts'
import { nextStepAfterDeclineReasons } from '../next/after-reasons.ts'
import { invalidRequestFieldError } from '../../contract/complaints/json-path.ts'
import type { ApiError } from '../../contract/errors.ts'
import {
  endingToolHints,
  toolInputSchema,
  type AgentNextStep,
  toolOutputSchema,
  defineTool,
  type ToolCall,
} from '../tool.ts'
import { NEXT_STEP_TO_FIND_CARD, cardForPurchase } from '../cards/card-for-purchase.ts'

const SubscriptionOut = Type.Object({
  subscriptionId: Type.String(),
  status: Type.String(),
  merchant: Type.String(),
  maxAmount: Type.Integer(),
  total: Type.String(),
  every: Type.String(),
  replaces: Type.Optional(Type.String()),
  nextFrom: Type.Optional(Type.String()),
  chargedMore: Type.Optional(Type.Integer()),
  approvalUrl: Type.Optional(Type.String()),
})

/** The most subscriptions that `manage_subscription` lists. */
const MOST_LISTED = 20

/** The API's names of the inputs of `manage_subscription`. */
const apiNames = { every: 'interval' } as const

export const manageSubscriptionTool = defineTool({
  name: 'manage_subscription',
  title: 'Ask for a subscription',
  description: 'Ask for, list or cancel what a shop charges each period. A new one replaces the old one.',
  input: toolInputSchema({
    action: choiceToolField(['ask', 'list', 'cancel'], { description: 'What to do.' }),
    merchant: Type.Optional(merchantToolField),
    maxAmount: Type.Optional(Type.Integer({ ...amountToolField, description: 'Most of each.' })),
    every: Type.Optional(choiceToolField(SubscriptionInterval.enum, { description: 'The period.' })),
    purpose: Type.Optional(purposeToolField),
    subscriptionId: Type.Optional(subscriptionIdToolField),
    again: Type.Optional(Type.Boolean({ description: 'One more.' })),
    cardId: cardIdToolField,
  }),
  output: toolOutputSchema({ subscriptions: Type.Array(SubscriptionOut) }),
  hints: endingToolHints,
  declaresMoney: true,
  apiNames,
  uses: ['listCards', 'listSubscriptions', 'evaluateSpend', 'createSubscription', 'cancelSubscription'],

  async run(call, { action, ...input }) {
    if (action === 'list') {
      const { data } = await call.purser.subscriptions.list({ limit: MOST_LISTED }, { signal: call.signal })
      const [newest] = data
      return { subscriptions: data.map(out), next: newest === undefined ? NONE : await after(call, newest) }
    }
    const subscription = action === 'ask' ? await subscribed(call, input) : await canceled(call, input)
    return { subscriptions: [out(subscription)], next: await after(call, subscription) }
  },

  page({ subscriptions: [first] }) {
    if (first?.status !== 'pending_approval' || first.approvalUrl === undefined) return null
    return { url: first.approvalUrl, message: 'A subscription waits for your approval in Purser.' }
  },
})

interface Wish {
  readonly merchant?: string
  readonly maxAmount?: number
  readonly every?: Subscription['interval']
  readonly purpose?: string
  readonly again?: boolean
  readonly cardId?: string
}

/**
 * The open subscription with the same merchant, amount and period, or a new one. A new subscription replaces the card's existing one at the
 * merchant, unless the agent wants a second one: otherwise a merchant that raises its price could charge both.
 */
async function subscribed(call: ToolCall, wish: Wish): Promise<Subscription> {
  const { merchant: shop, maxAmount, every: interval, purpose: why } = wish
  if (shop === undefined) throw missing('merchant', 'ask')
  if (maxAmount === undefined) throw missing('maxAmount', 'ask')
  if (interval === undefined) throw missing('every', 'ask')
  if (why === undefined) throw missing('purpose', 'ask')
  const { purser, signal } = call
  const card = await cardForPurchase(call, wish.cardId, NEXT_STEP_TO_FIND_CARD)
  const { data } = await purser.subscriptions.list({ cardId: card, limit: 100 }, { signal })
  const there = data.filter((each) => OPEN.has(each.status) && spellingOf(each.merchant) === spellingOf(shop))
  const known = there.find((each) => each.maxAmount === maxAmount && each.interval === interval)
  const old = wish.again === true ? undefined : there.find(({ status }) => status !== 'pending_approval')
  const replaces = old === undefined ? {} : { replaces: old.id }
  const body = {
    merchant: shop,
    maxAmount,
    purpose: why,
    ...toolInputsByApiNames(apiNames, { every: interval }),
    ...replaces,
  }
  return known ?? (await purser.subscriptions.create(card, body, { signal }))
}

async function canceled({ purser, signal }: ToolCall, { subscriptionId: id }: { subscriptionId?: string }) {
  if (id === undefined) throw missing('subscriptionId', 'cancel')
  return purser.subscriptions.cancel(id, { signal })
}

/** A merchant's name in lower case without spaces and punctuation, which is equal for all its spellings. */
const spellingOf = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const OPEN: ReadonlySet<string> = new Set(['pending_approval', 'active', 'paused'])

const missing = (name: string, action: string): ApiError =>
  invalidRequestFieldError(name, `\`${name}\` is missing.`, {
    reason: 'parameter_missing',
    hint: `The action "${action}" takes it.`,
  })

function out(subscription: Subscription) {
  const {
    id,
    status,
    merchant: shop,
    maxAmount,
    currency,
    interval,
    replaces,
    next,
    exceeded,
    approvalUrl,
  } = subscription
  return {
    subscriptionId: id,
    status,
    merchant: safeForeignText(shop),
    maxAmount,
    total: moneyInWords(maxAmount, currency),
    every: interval,
    ...(replaces === undefined ? {} : { replaces }),
    ...(next === undefined ? {} : { nextFrom: next.from }),
    ...(exceeded?.decision === 'approve' ? { chargedMore: exceeded.amount } : {}),
    ...(approvalUrl === undefined ? {} : { approvalUrl }),
  }
}

const NONE: AgentNextStep = { say: 'There is none.' }

/** The next step with a subscription, by its status. */
const byStatus: Readonly<Record<Subscription['status'], string>> = {
  pending_approval:
    'A person has to approve it. Give them approvalUrl; look later, once, with action list whether they did.',
  active:
    'It is active: a charge at the merchant of at most maxAmount would pass now, one each period, without you. Where the shop takes the first one at its checkout, declare that once, with declare_intent and `subscriptionId`, and pay it.',
  paused: 'A person has paused it: nothing passes by it now.',
  canceled: 'It is canceled. Cancel it at the merchant, too.',
  rejected: 'A person rejected it. Do not ask for the same again.',
  expired: 'It is over. If it is still wanted, ask for another.',
}

/** The next step with a subscription. For an active one it says whether its next charge would be approved now. */
async function after({ purser, signal }: ToolCall, subscription: Subscription): Promise<AgentNextStep> {
  const { status, cardId: card, maxAmount, merchant: shop, period } = subscription
  if (status !== 'active') return { say: byStatus[status] }
  if (period?.transactionId !== undefined) return { say: PAID_THIS_PERIOD }
  const charge = { cardId: card, amount: maxAmount, merchant: { name: shop } }
  const { reasons } = await purser.spend.evaluate(charge, {}, { signal })
  const foreseen = reasons.filter(({ code }) => code !== 'mcc_missing' && code !== 'country_missing')
  if (foreseen.length === 0) return { say: byStatus.active }
  const { say, ...next } = nextStepAfterDeclineReasons(foreseen, { cardId: card })
  return { ...next, say: `${NOT_NOW} ${say}` }
}

const NOT_NOW = 'No person has to approve it, but a charge at the merchant would be declined now.'
const PAID_THIS_PERIOD = 'It has had its charge of this period. The next one passes from nextFrom on, without you.'
