import { isDeepStrictEqual } from 'node:util'
import { flagNames } from '../../../src/contract/decisions.ts'
import type { AuthorizationAnswer, Transaction } from '../../../src/sdk/client.ts'
import type { PendingIntent } from '../../../src/domain/entities.ts'
import type { Case } from '../case.ts'
import { defined } from '../defined.ts'
import { monthOf, mostSpecific } from '../history.ts'
import { ceilingOf } from '../matching.ts'
import { verdictOf, type Verdict } from '../model.ts'
import { counted, increment, newPart, pastOf, post, type Account, type Part } from './ledger.ts'
import type { Dealing, Record, Step } from './record.ts'
import type { ModelCard, ModelCustomer, World } from './world.ts'

/** A place in the history of a customer: which transaction's turn it was, and when. */
export interface Turn {
  readonly customerId: string
  readonly sequence: number
  readonly transactionId: string
  /** Null: the transaction's own decision. */
  readonly kind: 'increment' | 'settle' | 'reverse' | 'refund' | 'expire' | null
  readonly at: number
}

export interface Totals {
  total: number
  monthTotal: number
}

const EXACT_ENTRIES = 500
const WEEK_MS = 7 * 86_400_000

/**
 * Says what every caller should have been answered, from what callers asked and what the driver has set. Of the database
 * it takes nothing but the order of turns and their moments. What it computes with is the model of the decision and a plain
 * list of all money that was ever spent.
 */
export class Oracle {
  readonly wrong: string[] = []
  checked = 0
  /** Decisions of levels that count more than 500 approvals a week: they may be strict for a minute longer. */
  inexact = 0
  readonly #record: Record
  readonly #customers: Map<string, ModelCustomer>
  readonly #cards: Map<string, ModelCard>
  readonly #accounts = new Map<string, Account>()
  /** The intent that a transaction matched. */
  readonly #matched = new Map<string, PendingIntent>()
  readonly #stepsTaken = new Map<string, number>()
  /** By customer, in the order of their moments. */
  readonly #parts = new Map<string, Part[]>()
  /** By customer, agent and card id: the latest month in which anything was counted. */
  readonly #begun = new Map<string, string>()
  readonly #lastSequence = new Map<string, number>()

  constructor(world: World, record: Record) {
    this.#record = record
    this.#customers = new Map(world.customers.map((customer) => [customer.id, customer]))
    this.#cards = new Map(world.customers.flatMap(({ cards }) => cards.map((card) => [card.id, card])))
  }

  isTaken(customerId: string, sequence: number): boolean {
    return sequence <= (this.#lastSequence.get(customerId) ?? 0)
  }

  /** Turns of one customer come in their order. */
  take(turn: Turn): void {
    const expected = (this.#lastSequence.get(turn.customerId) ?? 0) + 1
    if (turn.sequence !== expected) this.#complain(turn, `its number should be ${expected}`)
    this.#lastSequence.set(turn.customerId, turn.sequence)
    if (this.#customers.get(turn.customerId)?.isRestless !== false) return
    const dealing = this.#record.dealings.get(turn.transactionId)
    if (dealing === undefined) return this.#complain(turn, 'nobody was answered it')
    this.checked += 1
    if (turn.kind === null) this.#decide(turn, dealing)
    else if (turn.kind === 'expire') this.#expire(turn)
    else this.#step(turn, this.#nextStep(turn, dealing))
  }

  /** Cents that each card, agent and customer has spent in its life, and in the last month that it has counted in. */
  totals(): Map<string, Totals> {
    const totals = new Map<string, Totals>()
    for (const [customerId, parts] of this.#parts) {
      for (const { cardId, agentId, amount, givenBack, month } of parts) {
        for (const id of [customerId, cardId, agentId]) {
          if (id === null) continue
          const spent = totals.get(id) ?? { total: 0, monthTotal: 0 }
          spent.total += amount - givenBack
          if (month === this.#begun.get(id)) spent.monthTotal += amount - givenBack
          totals.set(id, spent)
        }
      }
    }
    return totals
  }

  #decide(turn: Turn, { asked, answer }: Dealing): void {
    const card = this.#cards.get(asked.cardId) as ModelCard
    const owner = { cardId: card.id, agentId: card.agent?.id ?? null, merchant: asked.merchant.name ?? null }
    if (!('transactionId' in answer)) {
      const spent = { at: turn.at, month: this.#monthFor(turn), amount: asked.amount }
      const part = newPart(owner, { ...spent, isAuthorization: false })
      this.#count(turn, part)
      this.#accounts.set(turn.transactionId, {
        status: 'settled',
        authorized: 0,
        settled: asked.amount,
        refunded: 0,
        parts: [part],
      })
      return
    }
    const request = { amount: asked.amount, currency: asked.currency ?? 'USD', merchant: asked.merchant, now: turn.at }
    const verdict = this.#compare(turn, card, { request, answer })
    if (answer.transaction.intentId !== verdict.intent.intentId)
      this.#complain(turn, `its intent: ${answer.transaction.intentId}`)
    if (answer.transaction.attestation !== verdict.attestation) this.#complain(turn, 'its attestation')
    if (verdict.freeze !== undefined && card.status === 'active') card.status = 'frozen'
    if (answer.decision === 'approve') this.#approve(turn, card, { asked, verdict })
  }

  #approve(turn: Turn, card: ModelCard, { asked, verdict }: { asked: Dealing['asked']; verdict: Verdict }): void {
    const { amount, merchant } = asked
    const part = newPart(
      { cardId: card.id, agentId: card.agent?.id ?? null, merchant: merchant.name ?? null },
      { at: turn.at, month: this.#monthFor(turn), amount, isAuthorization: true },
    )
    const parts = amount === 0 ? [] : [part]
    const status = amount === 0 ? 'settled' : 'pending'
    this.#accounts.set(turn.transactionId, { status, authorized: amount, settled: 0, refunded: 0, parts })
    if (amount === 0) return
    this.#count(turn, part)
    const intent = card.intents.find(({ id }) => id === verdict.intent.intentId)
    if (intent && verdict.intent.kind === 'matched') this.#matched.set(turn.transactionId, intent)
    card.intents = card.intents.filter((other) => other !== intent)
    if (verdict.flags.wouldLockMerchant) card.merchantLock = merchant.name ?? null
    if (card.usage === 'single') Object.assign(card, { status: 'closed', consumedAt: turn.at })
  }

  #step(turn: Turn, step: Step | undefined): void {
    const account = this.#accounts.get(turn.transactionId)
    if (step === undefined || account === undefined || step.kind !== turn.kind) {
      return this.#complain(turn, `nobody was answered this ${turn.kind}`)
    }
    if (step.kind === 'increment') return this.#increment(turn, account, step)
    if (!this.#post(turn, account, step)) this.#complain(turn, `this ${step.kind} is not possible`)
    const { status, authorizedAmount, settledAmount, refundedAmount } = step.answer as Transaction
    const told = { status, authorized: authorizedAmount, settled: settledAmount, refunded: refundedAmount }
    const { parts: _parts, ...expected } = account
    if (!isDeepStrictEqual(told, expected)) this.#differ(turn, told, expected)
  }

  #increment(turn: Turn, account: Account, { amount, answer }: Extract<Step, { kind: 'increment' }>): void {
    const dealing = this.#record.dealings.get(turn.transactionId) as Dealing
    const { asked } = dealing
    const card = this.#cards.get(asked.cardId) as ModelCard
    if (account.status !== 'pending') this.#complain(turn, 'an increment of what is over')
    const request = {
      amount,
      currency: asked.currency ?? 'USD',
      merchant: asked.merchant,
      now: turn.at,
      authorizedBefore: account.authorized,
      consumedCard: card.usage === 'single',
      ...this.#boundOf(turn, card, Math.max(account.authorized + amount, account.settled)),
    }
    const { freeze } = this.#compare(turn, card, { request, answer: answer as AuthorizationAnswer })
    if (freeze !== undefined && card.status === 'active') card.status = 'frozen'
    if (answer?.decision !== 'approve') return
    const owner = { cardId: card.id, agentId: card.agent?.id ?? null, merchant: asked.merchant.name ?? null }
    const part = increment(account, owner, { at: turn.at, month: this.#monthFor(turn), amount })
    if (part) this.#count(turn, part)
  }

  /** A matched intent binds its whole purchase, by the smaller of its ceiling and the tolerance of this moment. */
  #boundOf({ transactionId }: Turn, card: ModelCard, total: number): Pick<Case['request'], 'boundBy'> {
    const intent = this.#matched.get(transactionId)
    if (intent === undefined) return {}
    const ceiling = ceilingOf(intent, toleranceOf(card))
    return ceiling === undefined ? {} : { boundBy: { intentId: intent.id, ceiling, total } }
  }

  #expire(turn: Turn): void {
    const account = this.#accounts.get(turn.transactionId)
    const isTaken = account !== undefined && this.#post(turn, account, { kind: 'expire' })
    if (!isTaken) this.#complain(turn, 'nothing of it can expire')
  }

  /** The next step of the dealing that was not refused. Those that were must not have been possible. */
  #nextStep(turn: Turn, { steps }: Dealing): Step | undefined {
    for (let n = this.#stepsTaken.get(turn.transactionId) ?? 0; n < steps.length; n += 1) {
      this.#stepsTaken.set(turn.transactionId, n + 1)
      const step = steps[n] as Step
      if (step.answer !== null) return step
      this.#expectRefusal(turn, step)
    }
    return undefined
  }

  /** Refusals at the end of a dealing; called once, when all turns are taken. */
  finish(): void {
    for (const [transactionId, dealing] of this.#record.dealings) {
      const card = this.#cards.get(dealing.asked.cardId)
      if (card?.customer.isRestless !== false) continue
      const turn = { customerId: card.customer.id, sequence: 0, transactionId, kind: null, at: 0 }
      const left = this.#nextStep(turn, dealing)
      if (left !== undefined) this.#complain(turn, `an answered ${left.kind} that did not happen`)
      if (
        !this.#accounts.has(transactionId) &&
        'transactionId' in dealing.answer &&
        dealing.answer.decision === 'approve'
      ) {
        this.#complain(turn, 'an answered approval that did not happen')
      }
    }
  }

  #expectRefusal(turn: Turn, step: Step): void {
    const account = this.#accounts.get(turn.transactionId)
    if (account === undefined) return // a declined one
    const trial = { ...account, parts: account.parts.map((part) => ({ ...part })) }
    const isPossible = step.kind === 'increment' ? trial.status === 'pending' : post(trial, step)
    if (isPossible) this.#complain(turn, `a ${step.kind} was refused: ${JSON.stringify({ step, account })}`)
  }

  #compare(
    turn: Turn,
    card: ModelCard,
    { request, answer }: { request: Case['request']; answer: AuthorizationAnswer },
  ): Verdict {
    const history = this.#parts.get(turn.customerId) ?? []
    const verdict = verdictOf(caseOf(card, request, { history, begun: this.#begun }))
    const told = {
      decision: answer.decision,
      reasons: answer.reasons.map(({ code, rule, level, window, limit }) => [
        code,
        rule,
        level,
        window,
        window && limit,
      ]),
      flags: answer.flags,
    }
    const expected = {
      decision: verdict.decision,
      reasons: verdict.reasons.map(({ code, rule, level, window, limit }) => [
        code,
        rule,
        level,
        window,
        window && limit,
      ]),
      flags: Object.fromEntries(flagNames.map((name) => [name, verdict.flags[name]])),
    }
    if (isDeepStrictEqual(told, expected)) return verdict
    const recent = history.filter((part) => part.isAuthorization && part.at > turn.at - WEEK_MS)
    if (recent.length > EXACT_ENTRIES) this.inexact += 1
    else this.#differ(turn, told, expected)
    return { ...verdict, decision: answer.decision }
  }

  #count(turn: Turn, part: Part): void {
    const parts = this.#parts.get(turn.customerId) ?? []
    this.#parts.set(turn.customerId, parts)
    let index = parts.length
    while (index > 0 && (parts[index - 1] as Part).at > part.at) index -= 1
    parts.splice(index, 0, part)
    this.#begin(turn, part, part.month)
  }

  #post(turn: Turn, account: Account, step: Parameters<typeof post>[1]): boolean {
    const before = counted(account)
    const isTaken = post(account, step)
    const [part] = account.parts
    if (part && counted(account) !== before) this.#begin(turn, part, monthOf(turn.at))
    return isTaken
  }

  /** What is spent counts in its own month, or in a later one that has begun for the customer by another node's clock. */
  #monthFor({ customerId, at }: Turn): string {
    return latest(monthOf(at), this.#begun.get(customerId))
  }

  /** Any change of what a level counts begins its month. */
  #begin({ customerId }: Turn, { cardId, agentId }: Part, month: string): void {
    for (const id of [customerId, cardId, agentId]) {
      if (id !== null) this.#begun.set(id, latest(month, this.#begun.get(id)))
    }
  }

  #differ(turn: Turn, told: unknown, expected: unknown): void {
    this.#complain(turn, `told ${JSON.stringify(told)}, expected ${JSON.stringify(expected)}`)
  }

  #complain({ customerId, sequence, transactionId }: Turn, what: string): void {
    this.wrong.push(`${customerId} #${sequence} ${transactionId}: ${what}`)
  }
}

const latest = (month: string, other: string | undefined): string =>
  other !== undefined && other > month ? other : month

const toleranceOf = (card: ModelCard): number =>
  mostSpecific({ customer: card.customer, agent: card.agent, card }, (set) => set.intentTolerancePercent).value ?? 10

function caseOf(
  card: ModelCard,
  request: Case['request'],
  { history, begun }: { history: readonly Part[]; begun: ReadonlyMap<string, string> },
): Case {
  const { customer, agent } = card
  const seen = { id: card.id, agentId: agent?.id ?? null }
  return {
    customer,
    agent,
    card,
    history: history.map((part) => pastOf(part, seen)),
    begun: defined({
      customer: begun.get(customer.id),
      agent: begun.get(agent?.id ?? ''),
      card: begun.get(card.id),
    }),
    intents: card.intents,
    lastAttestedAt: card.lastAttestedAt,
    request,
  }
}
