import type { BatchResult } from '../../../src/domain/batch/decide-batch.ts'
import type { JournalTransactionStep } from '../../../src/domain/batch/decision-inputs.ts'
import type { LoadedIntent } from '../../../src/domain/intents/loaded-intent.ts'
import type { PastJournalEntry, PastDecisionRules } from '../../../src/domain/backtest/past.ts'
import { noSentCredentials } from '../../../src/domain/credentials.ts'
import { heldAmount, type TransactionState } from '../../../src/domain/transactions/transaction.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/lib/clock.ts'
import { assertPresent } from '../../../src/lib/assert.ts'
import { defined } from '../defined.ts'
import { randomModelLimits, countries, mccs, policyOf } from '../engine/world.ts'
import { merchantNames } from '../merchants.ts'
import type { Random } from '../random.ts'
import { type Act, AGENTS, begun, CARDS, CUSTOMER, Market } from './market.ts'

export interface History {
  readonly acts: readonly Act[]
  /** What is stored of it. */
  readonly past: readonly PastJournalEntry[]
  /** By act. */
  readonly sequences: ReadonlyMap<string, number>
}

export const rules = {
  policy: (random: Random) => policyOf(random, 0.06),
  limits: (random: Random) => (random.chance(0.7) ? randomModelLimits(random, 1) : {}),
}

/** What a world without a change does and is answered. Acts that are refused are left out: nothing is stored of them. */
export function randomHistory(random: Random, purchases: number): History {
  const market = new Market(random, rules, null)
  const acts: Act[] = []
  const past: PastJournalEntry[] = []
  const sequences = new Map<string, number>()
  const intents = new Map<string, LoadedIntent>()
  let at = begun
  let bought = 0
  const take = (act: Act): BatchResult | undefined => {
    const result = market.take(act)
    const isRefused = result?.outcomes[0]?.kind === 'refused'
    if (isRefused) return undefined
    acts.push(act)
    for (const entry of result ? pastOf(act, result, intents) : []) {
      past.push(entry)
      if ('id' in act) sequences.set(act.id, entry.sequence)
    }
    return result
  }
  const buy = (cardId: string) => {
    bought += 1
    take(purchase(random, { at, cardId, id: `txn_${bought}` }))
  }
  const isOver = () => bought >= purchases
  while (!isOver()) {
    at += random.pick([
      0,
      1,
      1000,
      MINUTE_MS,
      10 * MINUTE_MS,
      HOUR_MS,
      ...(random.chance(0.05) ? [DAY_MS, 8 * DAY_MS] : []),
    ])
    const cardId = random.pick(CARDS)
    const card = assertPresent(market.set.cards.get(cardId), 'a card')
    const held = [...market.set.transactions.values()].filter(({ status }) => status === 'pending').slice(-12)
    const chosen = held.length === 0 ? undefined : random.pick(held)
    if (chosen && random.chance(0.4)) take(step(random, { at, transaction: chosen, id: `stp_${acts.length}` }))
    else if (random.chance(0.02))
      take({ kind: 'capture', at, id: `cap_${acts.length}`, cardId, amount: random.between(1, 90) })
    else if (random.chance(0.15)) take(declaration(random, { at, cardId, id: `int_${acts.length}` }, intents))
    else if (random.chance(0.04)) take(switching(random, at))
    else if (random.chance(0.03)) take(ruling(random, at))
    else {
      // What a person does to a card shows in the next purchase of it.
      const status = card.status === 'active' ? ('frozen' as const) : ('active' as const)
      if (card.status !== 'closed' && random.chance(card.status === 'frozen' ? 0.5 : 0.04)) {
        take({ kind: 'card status', at, cardId, status })
      }
      buy(cardId)
    }
  }
  return { acts, past, sequences }
}

interface Place {
  readonly at: number
  readonly cardId: string
  readonly id: string
}

const purchase = (random: Random, place: Place): Act => ({
  ...place,
  kind: 'buy',
  amount: random.chance(0.03) ? 0 : random.between(1, 100),
  merchant: defined({
    name: random.maybe(0.9, () => random.pick(merchantNames)),
    mcc: random.maybe(0.9, () => random.pick(mccs)),
    country: random.maybe(0.9, () => random.pick(countries)),
  }),
  credentials: random.chance(0.08)
    ? { byNumber: true, expiry: random.pick(['right', 'wrong']), cvv: random.pick(['none', 'right', 'wrong']) }
    : noSentCredentials,
})

function step(random: Random, { at, transaction, id }: { at: number; transaction: TransactionState; id: string }): Act {
  const of = transaction.id
  if (at >= transaction.expiresAt) return { kind: 'expire', at, of }
  const open = heldAmount(transaction)
  const part = open > 1 ? random.maybe(0.4, () => random.between(1, open - 1)) : undefined
  return random.pick<() => Act>([
    () => ({ kind: 'increment', at, id, of, amount: random.between(1, 60) }),
    () => ({
      kind: 'settle',
      at,
      of,
      final: random.chance(0.6),
      ...defined({ part, over: part === undefined ? random.maybe(0.2, () => random.between(1, 30)) : undefined }),
    }),
    () => ({ kind: 'reverse', at, of, ...defined({ part }) }),
  ])()
}

function declaration(random: Random, { at, cardId, id }: Place, intents: Map<string, LoadedIntent>): Act {
  const intent: LoadedIntent = {
    id,
    status: 'pending',
    purpose: 'model',
    createdAt: at,
    expiresAt: at + random.pick([MINUTE_MS, HOUR_MS, DAY_MS]),
    ...defined({
      expectedAmount: random.maybe(0.7, () => random.between(1, 100)),
      expectedMerchant: random.maybe(0.4, () => random.pick(merchantNames)),
      tolerancePercent: random.maybe(0.5, () => random.pick([10, 100])),
      ceiling: random.maybe(0.3, () => random.between(20, 120)),
    }),
  }
  intents.set(id, intent)
  return { kind: 'declare', at, cardId, intent }
}

const switching = (random: Random, at: number): Act =>
  random.chance(0.3)
    ? { kind: 'status', at, level: 'customer', id: CUSTOMER, isActive: random.chance(0.8) }
    : { kind: 'status', at, level: 'agent', id: random.pick(AGENTS), isActive: random.chance(0.7) }

const ruling = (random: Random, at: number): Act => ({
  kind: 'rules',
  at,
  ...random.pick([
    { level: 'customer' as const, id: CUSTOMER },
    { level: 'agent' as const, id: random.pick(AGENTS) },
    { level: 'card' as const, id: random.pick(CARDS) },
  ]),
  ...defined({
    policy: random.maybe(0.7, () => rules.policy(random)),
    limits: random.maybe(0.3, () => rules.limits(random)),
  }),
})

/** As it is stored. */
function pastOf(
  act: Act,
  { outcomes: [outcome], changes }: BatchResult,
  intents: ReadonlyMap<string, LoadedIntent>,
): PastJournalEntry[] {
  const [entry] = changes.entries
  if (entry === undefined || outcome === undefined || !('transaction' in outcome)) return []
  const { sequence, at, cardId, agentId } = entry
  const place = { sequence, at, cardId, agentId }
  const { transaction } = outcome
  const [record] = changes.steps
  const { merchant } = transaction
  if (record) return stepOf({ ...place, merchant }, record)
  if (act.kind === 'capture') {
    return [{ ...place, kind: 'force_capture', transactionId: act.id, amount: act.amount, merchant }]
  }
  const inputs = assertPresent(changes.inputs.get(transaction.id), 'what a decision was made from')
  const { id: transactionId, amount, currency, decision: was, reasons, intentId, expiresAt } = transaction
  const { stored } = inputs
  const waited = (stored?.intents ?? []).map((intent) => assertPresent(intents.get(String(intent)), 'it was declared'))
  return [
    {
      ...place,
      kind: 'authorization',
      transactionId,
      amount,
      currency,
      merchant,
      was,
      reasons,
      expiresAt,
      rules: rulesOf(inputs),
      attestedAt: stored?.attestedAt ?? null,
      credentials: stored?.credentials ?? noSentCredentials,
      failedCredentials: inputs.card.failedCredentials,
      intents: waited,
      usedIntentId: intentId,
    },
  ]
}

type EntryPlace = Pick<PastJournalEntry, 'sequence' | 'at' | 'cardId' | 'agentId'>

function stepOf(
  place: EntryPlace & Pick<PastJournalEntry, 'merchant'>,
  record: JournalTransactionStep,
): PastJournalEntry[] {
  const { transactionId, amount, kind, decision, reasons, inputs, final, counted } = record
  if (kind === 'refund') return []
  if (kind !== 'increment') return [{ ...place, kind, transactionId, amount, final: final ?? true, counted }]
  const made = assertPresent(inputs, 'an increment is decided')
  return [
    {
      ...place,
      kind,
      transactionId,
      amount,
      counted,
      was: assertPresent(decision, 'it is decided'),
      reasons,
      rules: rulesOf(made),
      attestedAt: made.stored?.attestedAt ?? null,
    },
  ]
}

const rulesOf = ({ customer, agent, card }: PastDecisionRules): PastDecisionRules => ({ customer, agent, card })
