import { strict as assert } from 'node:assert'
import type { Intent, Purser, Subscription } from '../../../clients/typescript/src/client.ts'
import { DAY_MS } from '../../../src/lib/clock.ts'
import { defined } from '../defined.ts'
import { ceilingOf } from '../matching.ts'
import { isOneMerchant, merchantNames } from '../merchants.ts'
import type { Random } from '../random.ts'
import { automaticRoom, isExempt, rulesThatAsk, settingOf, type Wish } from './approvals.ts'
import { mccs, type ModelCard } from './world.ts'

const origins = ['https://acme.example', 'https://uber.example', 'https://mine.example']

/** Declares an intent, which waits for a person exactly where the model says so. Most that wait are decided at once. */
export async function declare(purser: Purser, random: Random, card: ModelCard): Promise<void> {
  const expected = defined({
    expectedAmount: random.maybe(0.8, () => random.between(1, 100)),
    expectedMerchant: random.maybe(0.5, () => random.pick(merchantNames)),
    expectedMccs: random.maybe(0.3, () => [random.pick(mccs), random.pick(mccs)]),
    tolerance: random.maybe(0.2, () => random.between(0, 20)),
    tolerancePercent: random.maybe(0.2, () => random.pick([0, 10, 100])),
  })
  const { tolerance, ...rest } = expected
  const expectations = { ...rest, ...defined({ toleranceCents: tolerance }) }
  const named = defined({ expectedOrigin: random.maybe(0.6, () => random.pick(origins)) })
  const body = { purpose: 'model', ttlMinutes: random.pick([1, 30, 1440]), ...expected, ...named }
  if (asksTooMuch(card, expectations)) {
    await assert.rejects(purser.intents.declare(card.id, body), { code: 'invalid_request' })
    return
  }
  const intent = await purser.intents.declare(card.id, body)
  const { expectedAmount: amount, expectedMerchant: merchant } = expected
  const { expectedOrigin: origin } = named
  checkAsked(card, intent, { amount, merchant, origin, kind: 'purchase' })
  const ceiling = expectedCeiling(card, expectations, intent)
  assert.equal(intent.ceiling, ceiling)
  const decided = intent.status === 'pending' ? intent : await decideNow(purser, random, intent)
  if (decided.status === 'rejected') {
    card.customer.book.rejected.push({
      merchant,
      origin,
      most: ceiling,
      at: Date.parse(decided.rejectedAt ?? ''),
      by: card,
    })
  }
  if (decided.status !== 'pending') return
  const declared = { id: intent.id, createdAt: Date.parse(intent.createdAt), expiresAt: Date.parse(decided.expiresAt) }
  if (decided === intent) noteUnasked(card, { ...declared, amount: ceiling ?? 0 })
  const { currency } = card.customer
  const inCurrency = currency === 'USD' ? {} : { expectedCurrency: currency }
  card.intents.push({ ...declared, ...inCurrency, ...expectations, ...defined({ ceiling, origin }) })
}

/** A person says yes, no, or nothing. */
async function decideNow(purser: Purser, random: Random, intent: Intent): Promise<Intent> {
  const draw = random.between(1, 10)
  if (draw <= 4) return purser.intents.approve(intent.id, {})
  return draw <= 9 ? purser.intents.reject(intent.id, {}) : intent
}

/** Asks for a subscription, which waits for a person exactly where the model says so. */
export async function subscribe(
  purser: Purser,
  random: Random,
  { card, now }: { card: ModelCard; now: number },
): Promise<void> {
  const own = {
    merchant: random.pick(merchantNames),
    maxAmount: random.between(1, 100),
    interval: random.pick(['week', 'month', 'year'] as const),
    purpose: 'model',
  }
  const until = random.maybe(0.2, () => now + random.between(1, 60) * DAY_MS) ?? null
  const end = until === null ? {} : { until: new Date(until).toISOString() }
  const subscription = await purser.subscriptions.create(card.id, { ...own, ...end })
  const { id, status, activatedAt = '' } = subscription
  const isRaise = card.subscriptions.some(({ merchant }) => isOneMerchant(merchant, own.merchant))
  const { merchant, maxAmount: amount } = own
  checkAsked(card, subscription, { merchant, amount, kind: isRaise ? 'raise' : 'subscription' })
  if (status !== 'active') {
    if (random.chance(0.2)) return
    const { rejectedAt = '' } = await purser.subscriptions.reject(id, {})
    card.customer.book.rejected.push({ merchant, most: amount, at: Date.parse(rejectedAt), by: card })
    return
  }
  const createdAt = Date.parse(subscription.createdAt)
  noteUnasked(card, { id, createdAt, expiresAt: Infinity, amount })
  card.subscriptions.push({ ...own, id, status, activatedAt: Date.parse(activatedAt), until, taken: null })
}

/** The rules that a waiting intent or subscription names are those of the model, and it waits if there are any. */
function checkAsked(card: ModelCard, told: Intent | Subscription, wish: Wish): void {
  const rules = rulesThatAsk(card, wish, Date.parse(told.createdAt))
  const named = (told.approvalReasons ?? []).map(({ rule, level }) => `${rule} of ${level}`)
  card.customer.book.asked.push(...(told.approvalReasons ?? []).map(({ rule }) => rule))
  assert.deepEqual({ named, waits: told.status === 'pending_approval' }, { named: rules, waits: rules.length > 0 })
}

/** Nobody was asked, where the policy has somebody asked about other amounts. */
function noteUnasked(
  card: ModelCard,
  {
    id,
    createdAt: at,
    expiresAt: endsAt,
    amount,
  }: { id: string; createdAt: number; expiresAt: number; amount: number },
): void {
  if (settingOf(card)('requireApproval').value !== true) return
  card.customer.book.unasked.push({ id, cardId: card.id, agentId: card.agent?.id ?? null, amount, at, endsAt })
}

type Expectations = Parameters<typeof ceilingOf>[0]

/** More than a level that names a tolerance allows. */
function asksTooMuch(card: ModelCard, { expectedAmount, toleranceCents, tolerancePercent }: Expectations): boolean {
  const percent = settingOf(card)('intentTolerancePercent').value
  if (expectedAmount === undefined || percent === undefined) return false
  const most = ceilingOf({ expectedAmount }, percent) ?? 0
  return [{ toleranceCents }, { tolerancePercent }].some(
    (asked) => (ceilingOf({ expectedAmount, ...defined(asked) }, 0) ?? 0) > most,
  )
}

function expectedCeiling(card: ModelCard, expected: Expectations, intent: Intent): number | undefined {
  const most = ceilingOf(expected, settingOf(card)('intentTolerancePercent').value ?? 10)
  if (most === undefined || !isExempt(card, expected.expectedAmount ?? 0)) return most
  const room = intent.status === 'pending' ? automaticRoom(card, Date.parse(intent.createdAt)) : Infinity
  return Math.min(most, (settingOf(card)('autoApproveBelow').value ?? 0) - 1, room)
}
