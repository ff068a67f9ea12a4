import { assertPresent } from '../../lib/assert.ts'
import type { BatchContext } from '../batch/batch.ts'
import type { EngineCommand, TransactionStepCommand } from '../batch/commands/commands.ts'
import { decideBatch } from '../batch/decide-batch.ts'
import { emptyJournal, foldJournalEntryIntoSpend, levelsOfJournalEntry } from '../batch/journal-entry.ts'
import type { EngineCommandOutcome } from '../batch/outcome.ts'
import { noNetworkReference } from '../batch/references.ts'
import { transactionAfterStep } from '../batch/commands/steps.ts'
import {
  subscriptionAsBoundingIntent,
  emptyBatchWorkingSet,
  levelSpendOf,
  type BatchWorkingSet,
} from '../batch/working-set.ts'
import type { LoadedIntent } from '../intents/loaded-intent.ts'
import type { AnyRuleMemory } from '../memories/memories.ts'
import { neededJournalRuleMemories } from '../rules/needed-memories.ts'
import type { CountedSpend } from '../spend/counted-amount.ts'
import type { LevelSpend } from '../spend/spend-windows.ts'
import { matchedIntentId, type TransactionState } from '../transactions/transaction.ts'
import { oneTimeRulesOf } from '../one-time-card.ts'
import type { LoadedCard } from '../loaded-levels.ts'
import { BacktestedCard } from './backtested-card.ts'
import { BacktestFindings, type BacktestVerdict } from './findings.ts'
import {
  compactSimulatedTransaction,
  recordActualHoldStep,
  type SimulatedHold,
  simulatedHold,
  simulatedAmount,
} from './simulated-hold.ts'
import { BacktestedIntents } from './backtested-intents.ts'
import type {
  BacktestRulesChange,
  RuleMemoriesBeforeBacktest,
  PastJournalEntry,
  PastCard,
  PastIncrement,
  PastTransactionStep,
  PastPurchase,
  PastDecisionRules,
} from './past.ts'
import { BacktestMemories } from './backtest-memories.ts'

export interface BacktestOptions {
  readonly accountId: string
  readonly customerId: string
  readonly change: BacktestRulesChange
  readonly mostExamples: number
}

/**
 * Makes the decisions of a customer's journal again, in journal order, with changed rules at one level and with the spend that would then
 * have been counted. The engine's own function decides, on a working set that has the simulated state. The simulation uses no I/O, clock or
 * randomness. Purchases of all cards of the customer are decided again, because the cards share the customer's limits. `findings` counts
 * the purchases beneath the level whose rules change.
 */
export class BacktestRun {
  readonly findings: BacktestFindings
  /** The findings about the customer's other cards, which the tested change affects through shared limits. */
  readonly elsewhere = new BacktestFindings(0)
  readonly #options: BacktestOptions
  readonly #remembered = new Map<AnyRuleMemory, Map<string, unknown>>()
  readonly #set: BatchWorkingSet = { ...emptyBatchWorkingSet(), memories: this.#remembered }
  readonly #cards = new Map<string, BacktestedCard>()
  readonly #intents = new Map<string, BacktestedIntents>()
  readonly #memories = new BacktestMemories()
  readonly #holds = new Map<string, SimulatedHold>()
  /**
   * The ids of transactions that the backtest counts as they were recorded: stand-ins, whose money the issuer moves by itself, and
   * purchases that were declined and would also be declined under the tested rules.
   */
  readonly #asRecorded = new Set<string>()
  /** The ids of purchases that were approved and that the backtest's rules would decline. Their later steps have no effect. */
  readonly #newlyDeclined = new Set<string>()

  constructor(options: BacktestOptions) {
    this.#options = options
    this.findings = new BacktestFindings(options.mostExamples)
  }

  /** Sets what a level (card, agent or customer) had spent before the backtest's range. */
  begin(level: string, spend: LevelSpend): void {
    this.#set.spend.set(level, spend)
  }

  knowsCard(id: string): boolean {
    return this.#cards.has(id)
  }

  meetCard(card: PastCard): void {
    this.#cards.set(card.id, new BacktestedCard(card))
  }

  knowsHold(transactionId: string): boolean {
    return this.#holds.has(transactionId)
  }

  /** Adds a hold that was open when the backtest's range began. */
  meetHold(state: TransactionState, intent: LoadedIntent | null): void {
    if (state.status === 'pending') this.#holds.set(state.id, simulatedHold(state, intent))
  }

  /** The times in Unix milliseconds from which on a past decision needs each memory of rules that follows from the journal. */
  looksBackTo(past: PastPurchase | PastIncrement): ReadonlyMap<AnyRuleMemory, number> {
    const { customer, agent, card } = this.#rulesOf(past)
    return neededJournalRuleMemories(
      { customer: real(customer), agent: agent && real(agent), card: real(card) },
      past.at,
    )
  }

  /**
   * Replays the next entry of the journal. `earlier`: the memories of rules that the entry has from before the range. Returns null for an
   * entry that no policy decides.
   */
  take(past: PastJournalEntry, earlier: RuleMemoriesBeforeBacktest = new Map()): BacktestVerdict | null {
    switch (past.kind) {
      case 'authorization':
        return this.#decide(past, earlier)
      case 'stand_in':
        this.#asRecorded.add(past.transactionId)
        this.#fold(past, [[past.at, past.amount]], past.amount > 0)
        return null
      case 'force_capture':
        this.#fold(past, [[past.at, past.amount]])
        return null
      case 'increment':
        return this.#increment(past, earlier)
      default:
        this.#post(past)
        return null
    }
  }

  #decide(past: PastPurchase, earlier: RuleMemoriesBeforeBacktest): BacktestVerdict {
    const { transactionId, cardId, amount, currency, merchant, credentials } = past
    const { accountId } = this.#options
    const intents = this.#intentsOf(cardId)
    const waiting = intents.waitingFor(past)
    this.#load(past, past.failedCredentials)
    this.#set.intents.set(cardId, waiting)
    this.#remember(past, earlier)
    const asked = { accountId, cardId: usedCardId(past), amount, currency, merchant, credentials }
    const outcome = this.#run(past, { ...asked, kind: 'authorize', ...noNetworkReference })
    const { transaction } = assertPresent(decisionOutcome(outcome), 'an authorization is decided')
    intents.take(past, transaction.intentId, waiting)
    if (transaction.decision === 'approve') {
      this.#memories.add(past, transaction.counted, true)
      const matched = matchedOf(past, transaction, waiting)
      // In a backtest, only a purchase that was approved in reality has recorded steps (captures, reversals), which need its simulated hold
      // later. For a purchase that was declined in reality, what the backtest has counted stays as it is.
      if (past.was === 'approve') this.#keep(transactionId, simulatedHold(transaction, matched))
    }
    if (transaction.decision === 'decline')
      (past.was === 'decline' ? this.#asRecorded : this.#newlyDeclined).add(transactionId)
    return this.#count(past, { would: transaction.decision, reasons: transaction.reasons, trace: transaction.trace })
  }

  /** Puts what the rules' memories have for a purchase or an increment into the working set on which the backtest decides it. */
  #remember(past: PastPurchase | PastIncrement, earlier: RuleMemoriesBeforeBacktest): void {
    const levels = { customer: this.#options.customerId, card: past.cardId }
    for (const [memory, value] of this.#memories.find(past, { since: this.looksBackTo(past), earlier })) {
      this.#remembered.set(memory, new Map([[levels[memory.of], value]]))
    }
  }

  /**
   * Decides an increment again in a backtest. If its purchase would have been declined, the increment is dropped. If the backtest counts
   * the transaction as it was recorded, it counts the increment as recorded, too.
   */
  #increment(past: PastIncrement, earlier: RuleMemoriesBeforeBacktest): BacktestVerdict | null {
    this.#load(past, [])
    if (this.#asRecorded.has(past.transactionId)) {
      this.#fold(past, past.counted)
      return null
    }
    const held = this.#holds.get(past.transactionId)
    if (held === undefined) return null
    const { transactionId, amount } = past
    this.#set.transactions.set(transactionId, held.state)
    if (held.intent !== null) this.#set.matchedIntents.set(held.intent.id, held.intent)
    const { accountId } = this.#options
    this.#remember(past, earlier)
    const outcome = this.#run(past, { kind: 'increment', accountId, transactionId, amount })
    const decided = decisionOutcome(outcome)
    recordActualHoldStep(held, past)
    if (decided === undefined) return null // the simulated hold has ended
    this.#memories.add(past, decided.transaction.counted.slice(held.state.counted.length))
    held.state = compactSimulatedTransaction(decided.transaction)
    const { decision: would, reasons, trace } = decided.decision
    return this.#count(past, { would, reasons, trace })
  }

  #post(past: PastTransactionStep): void {
    const { transactionId, at: now, counted } = past
    if (this.#asRecorded.has(transactionId)) return this.#fold(past, counted)
    const held = this.#holds.get(transactionId)
    if (held === undefined) return this.#postAfterHoldEnded(past)
    const step = transactionAfterStep(held.state, this.#commandOf(past, held), { now, intentCeiling: undefined })
    recordActualHoldStep(held, past)
    if (step === null || 'refused' in step) return
    this.#fold(past, step.spendChanges)
    held.state = step.transaction
    this.#keep(transactionId, held)
  }

  /**
   * Counts a recorded step that comes after the backtest's simulated hold has ended. A capture adds to the spend. An issuer's advice may
   * hold money again: from then on the transaction counts as recorded.
   */
  #postAfterHoldEnded(past: PastTransactionStep): void {
    const { transactionId, kind } = past
    if (this.#newlyDeclined.has(transactionId)) return
    const added = past.counted.filter(([, cents]) => cents > 0)
    if (kind === 'advise' && added.length > 0) this.#asRecorded.add(transactionId)
    if (kind === 'advise' || kind === 'capture') this.#fold(past, added)
  }

  #commandOf(past: PastTransactionStep, held: SimulatedHold): Exclude<TransactionStepCommand, { kind: 'increment' }> {
    const { transactionId, kind, final } = past
    const of = { accountId: this.#options.accountId, transactionId }
    if (kind === 'expire') return { ...of, kind }
    if (kind === 'advise') return { ...of, kind, amount: past.amount, approved: true, reasons: [] }
    const amount = simulatedAmount(held, past)
    return kind === 'reverse' ? { ...of, kind, amount } : { ...of, kind, amount, final }
  }

  /** Keeps a simulated hold only while it is pending, because no later step of the journal can change it afterwards. */
  #keep(transactionId: string, held: SimulatedHold): void {
    if (held.state.status === 'pending') this.#holds.set(transactionId, held)
    else this.#holds.delete(transactionId)
  }

  #count(past: PastPurchase | PastIncrement, verdict: BacktestVerdict): BacktestVerdict {
    const counted = this.#isBeneath(past) ? this.findings : this.elsewhere
    counted.count({ past, ...verdict })
    return verdict
  }

  #isBeneath({ cardId, agentId }: Pick<PastJournalEntry, 'cardId' | 'agentId'>): boolean {
    const { level, id } = this.#options.change
    return level === 'customer' || id === (level === 'agent' ? agentId : cardId)
  }

  #rulesOf(past: PastPurchase | PastIncrement): PastDecisionRules {
    const { rules } = past
    if (!this.#isBeneath(past)) return rules
    const { level, policy, limits } = this.#options.change
    const changed = { ...(policy && { policy }), ...(limits && { limits }) }
    return { ...rules, [level]: { ...rules[level], ...changed } }
  }

  /** Loads customer, agent and card into the working set, as the simulated decision would have found them. */
  #load(past: PastPurchase | PastIncrement, failedCredentials: readonly number[]): void {
    const { customers, agents, cards } = this.#set
    const { accountId, customerId } = this.#options
    const { cardId, agentId, sequence, attestedAt } = past
    const { customer, agent, card } = this.#rulesOf(past)
    const last = { ...emptyJournal, sequence: sequence - 1 }
    customers.set(customerId, {
      ...customer,
      shadowPolicy: undefined,
      id: customerId,
      accountId,
      name: null,
      costCenter: null,
      last,
    })
    if (agentId !== null)
      agents.set(agentId, {
        ...assertPresent(agent, 'its rules were stored'),
        shadowPolicy: undefined,
        id: agentId,
        name: '',
        costCenter: null,
      })
    const course = this.#course(usedCardId(past))
    course.meet(past)
    const used: LoadedCard = {
      ...card,
      shadowPolicy: undefined,
      ...course.simulated,
      failedCredentials,
      id: cardId,
      accountId,
      customerId,
      agentId,
      last4: '',
      label: null,
      costCenter: null,
      createdAt: course.facts.createdAt,
      expiresAt: null,
      lastAttestedAt: attestedAt,
      ...('subscriptions' in past ? { subscriptions: past.subscriptions } : {}),
    }
    const { oneTimeCardId } = past
    if (oneTimeCardId === undefined) {
      cards.set(cardId, used)
      return
    }
    const parent = { ...used, ...this.#course(cardId).simulated, status: 'active', usage: 'multi' } as const
    const policy = oneTimeRulesOf(past.rules.card.policy)
    const intentId = 'intents' in past ? past.intents[0]?.id : undefined
    cards.set(cardId, parent).set(oneTimeCardId, { ...used, policy, id: oneTimeCardId, parentCardId: cardId, intentId })
  }

  /** Runs one command on the loaded working set. Keeps what the command has changed on the card, and clears everything else. */
  #run(past: PastPurchase | PastIncrement, command: EngineCommand): EngineCommandOutcome {
    const context: BatchContext = {
      now: past.at,
      holdMs: past.kind === 'authorization' ? past.expiresAt - past.at : 0,
      newId: (prefix) => prefix,
      newEntryId: () => past.transactionId,
    }
    const [outcome] = decideBatch(this.#set, [command], context).outcomes
    for (const [id, { status, merchantLock, consumedAt, firstSpendAt }] of this.#set.cards) {
      const course = this.#course(id)
      const isParent = id !== usedCardId(past)
      const after = isParent ? course.simulated.status : status
      course.simulated = { status: after, merchantLock, consumedAt, firstSpendAt }
    }
    const { cards, agents, customers, intents, transactions, matchedIntents } = this.#set
    for (const loaded of [cards, agents, customers, intents, this.#remembered, transactions, matchedIntents])
      loaded.clear()
    return assertPresent(outcome, 'every command has an outcome')
  }

  #fold(past: PastJournalEntry, counted: readonly CountedSpend[], isApproval = false): void {
    const { transactionId: id, cardId, agentId, sequence, at } = past
    const { customerId } = this.#options
    const entry = { id, customerId, agentId, cardId, sequence, at, isApproval, counted }
    for (const level of levelsOfJournalEntry(entry))
      this.#set.spend.set(level, foldJournalEntryIntoSpend(levelSpendOf(this.#set, level), entry))
    this.#memories.add(past, counted, isApproval)
  }

  #course(cardId: string): BacktestedCard {
    return assertPresent(this.#cards.get(cardId), 'a card is met before its decisions')
  }

  #intentsOf(cardId: string): BacktestedIntents {
    const known = this.#intents.get(cardId)
    if (known !== undefined) return known
    const made = new BacktestedIntents()
    this.#intents.set(cardId, made)
    return made
  }
}

/** The intent that a simulated purchase of a backtest has matched, or the matched subscription as an intent. Null: it matched none. */
/** The card with which a recorded purchase was made: the one-time card, if one was used. */
const usedCardId = ({ cardId, oneTimeCardId = cardId }: PastJournalEntry): string => oneTimeCardId

function matchedOf(
  { subscriptions = [] }: PastPurchase,
  transaction: TransactionState,
  waiting: readonly LoadedIntent[],
): LoadedIntent | null {
  const matched = matchedIntentId(transaction)
  const subscription = subscriptions.find(({ id }) => id === matched)
  return subscription ? subscriptionAsBoundingIntent(subscription) : (waiting.find(({ id }) => id === matched) ?? null)
}

/** A level with its policy alone: a backtest tests policies, and no shadow policies. */
const real = ({ policy }: Pick<PastDecisionRules['card'], 'policy'>) => ({ policy })

const decisionOutcome = (outcome: EngineCommandOutcome) => (outcome.kind === 'decided' ? outcome : undefined)
