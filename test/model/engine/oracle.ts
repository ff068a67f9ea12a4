import { isDeepStrictEqual } from 'node:util'
import { transactionFlagNames } from '../../../src/contract/decisions.ts'
import type { AuthorizationAnswer, Transaction } from '../../../clients/typescript/src/client.ts'
import type { PendingIntent } from '../../../src/domain/entities.ts'
import type { Case } from '../case.ts'
import { monthOf, mostSpecific, net } from '../history.ts'
import { ceilingOf } from '../matching.ts'
import { periodStart } from '../subscriptions.ts'
import { verdictOf, type Verdict } from '../model.ts'
import { advise, increment, newPart, pastOf, post, type Account, type Owner, type Part } from './ledger.ts'
import type { Dealing, Record, Step } from './record.ts'
import type { ModelCard, ModelCustomer, ModelIntent, World } from './world.ts'

/** A place in the history of a customer: which transaction's turn it was, and when. */
export interface Turn {
  readonly customerId: string
  readonly sequence: number
  readonly transactionId: string
  /** Null: the transaction's own decision. */
  readonly kind: Step['kind'] | 'expire' | null
  readonly at: number
}

/** Cents. */
export interface Spent {
  readonly total: number
  readonly perMonth: number
}

const EXACT_ENTRIES = 500
const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS

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
  /** How a transaction stood after its last step, and after its hold expired since. */
  readonly #states = new Map<string, Set<string>>()
  /** By customer, in the order of their moments. */
  readonly #parts = new Map<string, Part[]>()
  /** By customer. */
  readonly #last = new Map<string, Pick<Turn, 'sequence' | 'at'>>()

  constructor(world: World, record: Record) {
    this.#record = record
    this.#customers = new Map(world.customers.map((customer) => [customer.id, customer]))
    this.#cards = new Map(world.customers.flatMap(({ cards }) => cards.map((card) => [card.id, card])))
  }

  isTaken(customerId: string, sequence: number): boolean {
    return sequence <= this.#lastOf(customerId).sequence
  }

  /** Turns of one customer come in their order, and by whatever clocks, its time never goes back. */
  take(turn: Turn): void {
    const last = this.#lastOf(turn.customerId)
    if (turn.sequence !== last.sequence + 1) this.#complain(turn, `its number should be ${last.sequence + 1}`)
    if (turn.at < last.at) this.#complain(turn, `its moment is ${last.at - turn.at} ms before the one before it`)
    this.#last.set(turn.customerId, turn)
    if (this.#customers.get(turn.customerId)?.isRestless !== false) return
    const dealing = this.#record.dealings.get(turn.transactionId)
    if (dealing === undefined) return this.#complain(turn, 'nobody was answered it')
    this.checked += 1
    if (turn.kind === null) this.#decide(turn, dealing)
    else if (turn.kind === 'expire') this.#expire(turn)
    else this.#step(turn, this.#nextStep(turn, dealing))
    this.#remember(turn)
  }

  /** What a card, agent or customer has spent by now, in its life and in this month: by a node's clock, or its customer's. */
  spentBy(level: string, { customerId, now }: { customerId: string; now: number }): Spent {
    const month = monthOf(Math.max(now, this.#lastOf(customerId).at))
    const beneath = (this.#parts.get(customerId) ?? []).filter(({ cardId, agentId }) =>
      [customerId, agentId, cardId].includes(level),
    )
    return { total: net(beneath), perMonth: net(beneath.filter(({ at }) => monthOf(at) === month)) }
  }

  #lastOf(customerId: string): Pick<Turn, 'sequence' | 'at'> {
    return this.#last.get(customerId) ?? { sequence: 0, at: 0 }
  }

  #decide(turn: Turn, { asked, answer }: Dealing): void {
    const card = this.#cards.get(asked.cardId) as ModelCard
    const owner = ownerOf(card, asked)
    if (!('transactionId' in answer)) {
      const spent = { at: turn.at, amount: asked.amount }
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
    const request = {
      amount: asked.amount,
      currency: asked.currency ?? card.customer.currency,
      merchant: asked.merchant,
      now: turn.at,
      credentials: { byNumber: false, expiry: asked.exp === undefined ? 'none' : 'wrong', cvv: 'none' },
    } as const
    const verdict = this.#compare(turn, card, { request, answer })
    const matchedId = answer.transaction.subscriptionId ?? answer.transaction.intentId
    if (matchedId !== verdict.intent.intentId) this.#complain(turn, `its intent or subscription: ${matchedId}`)
    if (answer.transaction.attestation !== verdict.attestation) this.#complain(turn, 'its attestation')
    if (verdict.freeze !== undefined && card.status === 'active') card.status = 'frozen'
    if (asked.exp !== undefined) countFailure(card, turn.at)
    if (answer.decision === 'approve') this.#approve(turn, card, { asked, verdict })
    else this.#decline(turn, owner)
  }

  /** Its issuer may have held or captured it all the same: then it counts at this moment. */
  #decline(turn: Turn, owner: Owner): void {
    const part = newPart(owner, { at: turn.at, amount: 0, isAuthorization: false })
    this.#count(turn, part)
    this.#accounts.set(turn.transactionId, {
      status: 'declined',
      authorized: 0,
      settled: 0,
      refunded: 0,
      parts: [part],
    })
  }

  #approve(turn: Turn, card: ModelCard, { asked, verdict }: { asked: Dealing['asked']; verdict: Verdict }): void {
    const { amount, merchant } = asked
    const part = newPart(ownerOf(card, asked), { at: turn.at, amount, isAuthorization: true })
    const parts = amount === 0 ? [] : [part]
    const status = amount === 0 ? 'settled' : 'pending'
    this.#accounts.set(turn.transactionId, { status, authorized: amount, settled: 0, refunded: 0, parts })
    if (amount === 0) return
    this.#count(turn, part)
    const intent = card.intents.find(({ id }) => id === verdict.intent.intentId)
    if (intent && verdict.intent.kind === 'matched') this.#matched.set(turn.transactionId, intent)
    if (intent) noteBought(card, intent, verdict.intent.kind === 'matched')
    card.intents = card.intents.filter((other) => other !== intent)
    if (verdict.intent.kind === 'subscribed') this.#subscribed(turn, card, verdict.intent.intentId ?? '')
    if (verdict.flags.wouldLockMerchant) card.merchantLock = merchant.name ?? null
    if (card.usage === 'single') Object.assign(card, { status: 'closed', consumedAt: turn.at })
  }

  /** The purchase takes the period, and is bound by the amount of its subscription. */
  #subscribed({ transactionId, at }: Turn, card: ModelCard, id: string): void {
    const own = card.subscriptions.find((each) => each.id === id)
    if (own === undefined) return
    const { maxAmount: expectedAmount, activatedAt: createdAt } = own
    this.#matched.set(transactionId, { id, expectedAmount, toleranceCents: 0, createdAt, expiresAt: createdAt })
    const taken = { startsAt: periodStart(own, at), transactionId }
    card.subscriptions = card.subscriptions.map((each) => (each === own ? { ...own, taken } : each))
  }

  /** A purchase that is reversed completely gives its period back. */
  #giveBack({ transactionId }: Turn, { status }: Account): void {
    const dealing = this.#record.dealings.get(transactionId)
    const card = this.#cards.get(dealing?.asked.cardId ?? '')
    if (status !== 'reversed' || card === undefined) return
    card.subscriptions = card.subscriptions.map((each) =>
      each.taken?.transactionId === transactionId ? { ...each, taken: null } : each,
    )
  }

  #step(turn: Turn, step: Step | undefined): void {
    const account = this.#accounts.get(turn.transactionId)
    if (step === undefined || account === undefined || step.kind !== turn.kind) {
      return this.#complain(turn, `nobody was answered this ${turn.kind}`)
    }
    if (step.kind === 'increment') return this.#increment(turn, account, step)
    if (step.kind === 'advise') this.#advise(turn, account, step)
    else if (!post(account, step)) this.#complain(turn, `this ${step.kind} is not possible`)
    this.#giveBack(turn, account)
    const told = toldBy(step.answer as Transaction)
    const { parts: _parts, ...expected } = account
    if (!isDeepStrictEqual(told, expected)) this.#differ(turn, told, expected)
  }

  #advise(turn: Turn, account: Account, { amount }: Extract<Step, { kind: 'advise' }>): void {
    const { asked } = this.#record.dealings.get(turn.transactionId) as Dealing
    const card = this.#cards.get(asked.cardId) as ModelCard
    const isOver = account.status !== 'pending'
    const part = advise(account, ownerOf(card, asked), { at: turn.at, amount })
    if (part) this.#count(turn, part)
    if (isOver && card.usage === 'single' && card.status !== 'closed') {
      Object.assign(card, { status: 'closed', consumedAt: turn.at })
    }
  }

  #increment(turn: Turn, account: Account, { amount, answer }: Extract<Step, { kind: 'increment' }>): void {
    const dealing = this.#record.dealings.get(turn.transactionId) as Dealing
    const { asked } = dealing
    const card = this.#cards.get(asked.cardId) as ModelCard
    if (account.status !== 'pending') this.#complain(turn, 'an increment of what is over')
    const request = {
      amount,
      currency: asked.currency ?? card.customer.currency,
      merchant: asked.merchant,
      now: turn.at,
      authorizedBefore: account.authorized,
      consumedCard: card.usage === 'single',
      ...this.#boundOf(turn, card, Math.max(account.authorized + amount, account.settled)),
    }
    const { freeze } = this.#compare(turn, card, { request, answer: answer as AuthorizationAnswer })
    if (freeze !== undefined && card.status === 'active') card.status = 'frozen'
    if (answer?.decision !== 'approve') return
    const part = increment(account, ownerOf(card, asked), { at: turn.at, amount })
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
    const isTaken = account !== undefined && post(account, { kind: 'expire' })
    if (!isTaken) this.#complain(turn, 'nothing of it can expire')
  }

  /** The next step of the dealing that was not refused. Those that were must not have been possible. */
  #nextStep(turn: Turn, { steps }: Dealing): Step | undefined {
    for (let n = this.#stepsTaken.get(turn.transactionId) ?? 0; n < steps.length; n += 1) {
      this.#stepsTaken.set(turn.transactionId, n + 1)
      const step = steps[n] as Step
      if (this.#isNoNews(turn, step)) continue
      if (step.answer !== null) return step
      this.#expectRefusal(turn, step)
    }
    return undefined
  }

  /** An advice of what is so already leaves no turn: it is told a state that its transaction was in since the turn before. */
  #isNoNews({ transactionId }: Turn, step: Step): boolean {
    if (step.kind !== 'advise' || step.answer === null) return false
    const told = toldBy(step.answer)
    if (told.status === 'pending' && told.authorized !== step.amount) return false
    return this.#states.get(transactionId)?.has(JSON.stringify(told)) === true
  }

  #remember({ transactionId, kind }: Turn): void {
    const account = this.#accounts.get(transactionId)
    if (account === undefined) return
    const { parts: _parts, ...state } = account
    const before = kind === 'expire' ? (this.#states.get(transactionId) ?? []) : []
    this.#states.set(transactionId, new Set([...before, JSON.stringify(state)]))
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
    if (step.kind === 'advise') return this.#complain(turn, 'an advice was refused')
    const isPossible = step.kind === 'increment' ? trial.status === 'pending' : post(trial, step)
    if (isPossible) this.#complain(turn, `a ${step.kind} was refused: ${JSON.stringify({ step, account })}`)
  }

  #compare(
    turn: Turn,
    card: ModelCard,
    { request, answer }: { request: Case['request']; answer: AuthorizationAnswer },
  ): Verdict {
    const history = this.#parts.get(turn.customerId) ?? []
    const verdict = verdictOf(caseOf(card, request, history))
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
      flags: Object.fromEntries(transactionFlagNames.map((name) => [name, verdict.flags[name]])),
    }
    if (isDeepStrictEqual(told, expected)) return verdict
    const recent = history.filter((part) => part.isAuthorization && part.at > turn.at - WEEK_MS)
    if (recent.length > EXACT_ENTRIES) this.inexact += 1
    else this.#differ(turn, told, expected)
    return { ...verdict, decision: answer.decision }
  }

  #count({ customerId }: Turn, part: Part): void {
    const parts = this.#parts.get(customerId)
    if (parts === undefined) this.#parts.set(customerId, [part])
    else parts.push(part)
  }

  #differ(turn: Turn, told: unknown, expected: unknown): void {
    this.#complain(turn, `told ${JSON.stringify(told)}, expected ${JSON.stringify(expected)}`)
  }

  #complain({ customerId, sequence, transactionId }: Turn, what: string): void {
    this.wrong.push(`${customerId} #${sequence} ${transactionId}: ${what}`)
  }
}

/** What was bought counts as approved for good, and where it was to be bought is known. */
function noteBought({ customer: { book } }: ModelCard, { id, origin }: ModelIntent, isMatched: boolean): void {
  if (isMatched && origin !== undefined) book.origins.add(origin)
  for (const each of book.unasked) if (each.id === id) each.endsAt = Infinity
}

const toldBy = ({ status, authorizedAmount, settledAmount, refundedAmount }: Transaction) => ({
  status,
  authorized: authorizedAmount,
  settled: settledAmount,
  refunded: refundedAmount,
})

const ownerOf = (card: ModelCard, { merchant }: Dealing['asked']): Owner => ({
  cardId: card.id,
  agentId: card.agent?.id ?? null,
  merchant: merchant.name ?? null,
})

/** Nothing is looked at while five lock the card, for a day from the last on. */
function countFailure(card: ModelCard, at: number): void {
  const failures = card.failedCredentials
  if (failures.length === 5 && at - (failures[4] as number) < DAY_MS) return
  card.failedCredentials = [...failures.filter((past) => at - past < DAY_MS), at]
}

const toleranceOf = (card: ModelCard): number =>
  mostSpecific({ customer: card.customer, agent: card.agent, card }, (set) => set.intentTolerancePercent).value ?? 10

function caseOf(card: ModelCard, request: Case['request'], history: readonly Part[]): Case {
  const { customer, agent } = card
  const seen = { id: card.id, agentId: agent?.id ?? null }
  return {
    customer,
    agent,
    card,
    history: history.map((part) => pastOf(part, seen)),
    intents: card.intents,
    lastAttestedAt: card.lastAttestedAt,
    request,
  }
}
