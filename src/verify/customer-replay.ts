import { isDeepStrictEqual } from 'node:util'
import type { BatchChanges } from '../domain/batch/changes.ts'
import type { EngineCommandOutcome } from '../domain/batch/outcome.ts'
import type {
  AuthorizeCommand,
  EngineCommand,
  NetworkFactCommand,
  ForceCaptureCommand,
} from '../domain/batch/commands/commands.ts'
import { decideBatch, type BatchResult } from '../domain/batch/decide-batch.ts'
import { emptyJournal, journalHeadOf, levelsOfJournalEntry, type JournalHead } from '../domain/batch/journal-entry.ts'
import type { BatchWorkingSet } from '../domain/batch/working-set.ts'
import { noSentCredentials } from '../domain/credentials.ts'
import type { LevelSpend } from '../domain/spend/spend-windows.ts'
import type { TransactionState } from '../domain/transactions/transaction.ts'
import { InvariantError } from '../lib/assert.ts'
import type { JournalHistoryEntry, JournalHistoryPage } from '../store/history/history-pages.ts'
import { ruleMemoriesOfPastDecision } from '../store/history/past-memories.ts'
import type { LedgerEvent } from '../store/history/ledger-rows.ts'
import type { PastDecisionPolicies, PolicyReader } from '../store/history/policy-reader.ts'
import type { DatabaseSnapshot } from '../store/connection/snapshot.ts'
import { isCardholderAuthenticated } from '../store/rows/transaction-flags.ts'
import { merchantMoney, transactionsTable } from '../store/rows/transactions.ts'
import { compareEventsWithReplay } from './compare-events.ts'
import { compareReplayedMembers, type ReportReplayDifference } from './replay-difference.ts'
import { TakenSubscriptionPeriods } from './taken-subscription-periods.ts'
import {
  engineFieldsOfCard,
  replayedDecisionWorkingSet,
  newCardEngineFields,
  type EngineCardFields,
} from './replayed-working-set.ts'
import { commandOfTransactionStep, transactionStateBeforeStep } from '../store/history/transaction-states.ts'

export interface CustomerReplayDeps {
  readonly snapshot: DatabaseSnapshot
  readonly policies: PolicyReader
  /** Unix milliseconds: events of decisions before this moment are deleted. */
  readonly eventsKeptFrom: number
  readonly report: ReportReplayDifference
}

interface Replayed {
  readonly outcome: EngineCommandOutcome | undefined
  readonly changes: BatchChanges
}

/** Columns of a transaction that steps change. All other columns keep the values that they got with the decision. */
const CHANGING = [
  'status',
  'authorized_amount',
  'settled_amount',
  'refunded_amount',
  'counted',
  'flags',
  'updated_at',
  'settled_at',
]
/** The comparison leaves these columns out, because the replay takes their values from the stored row. */
const notCompared = { policyVersion: null, decisionInputs: null }
const LASTING = [
  'one_time_card_id',
  'sequence',
  'decision',
  'reasons',
  'trace',
  'shadow',
  'attestation',
  'intent_id',
  'subscription_id',
]

/**
 * Makes the decisions of one customer again, in journal order, with the engine's own functions and with the inputs stored with each
 * decision. `spend` and `engineFieldsOfCard` give the state of the customer's levels and cards after the last replayed entry.
 */
export class CustomerReplay {
  readonly spend = new Map<string, LevelSpend>()
  readonly takenPeriods = new TakenSubscriptionPeriods()
  readonly #marks = new Map<string, EngineCardFields>()
  readonly #deps: CustomerReplayDeps
  /** Transactions of the current page of the journal, as replayed so far. */
  #states = new Map<string, TransactionState>()
  #page: JournalHistoryPage | null = null
  readonly #entries = new Map<string, number>()
  #head: JournalHead = emptyJournal
  #accountId = ''
  #usedIntents = 0
  readonly #cardIds = new Set<string>()

  constructor(deps: CustomerReplayDeps) {
    this.#deps = deps
  }

  /** The last journal entry that was replayed. */
  get head(): JournalHead {
    return this.#head
  }

  get account_id(): string {
    return this.#accountId
  }

  entriesOf(level: string): number {
    return this.#entries.get(level) ?? 0
  }

  /** Number of the customer's intents that purchases have matched or mismatched. */
  get usedIntents(): number {
    return this.#usedIntents
  }

  /** Ids of the customer's cards that have at least one journal entry. */
  get cardIds(): ReadonlySet<string> {
    return this.#cardIds
  }

  marksOf(cardId: string): EngineCardFields {
    return this.#marks.get(cardId) ?? newCardEngineFields
  }

  async take(entry: JournalHistoryEntry, events: readonly LedgerEvent[]): Promise<void> {
    const { report, eventsKeptFrom } = this.#deps
    this.#expectNext(entry)
    for (const id of cardsOf(entry)) this.#cardIds.add(id)
    if (this.#page !== entry.page) {
      this.#page = entry.page
      this.#states.clear()
    }
    const replayed = await this.#replay(entry)
    this.#advance(entry, replayed)
    if (replayed === null) return
    this.#compare(entry, replayed)
    if (momentOf(entry) < eventsKeptFrom) return
    compareEventsWithReplay(report, entry, { stored: events, replayed: replayed.changes.events })
  }

  /**
   * Checks that the sequences of journal entries have no gap, and that neither ids nor moments go back. Nodes rely on this, because they
   * read only the entries that follow the last one they know.
   */
  #expectNext(entry: JournalHistoryEntry): void {
    const { sequence, transaction } = entry
    const { report } = this.#deps
    const expected = this.#head.sequence + 1
    if (sequence !== expected) {
      const what = sequence < expected ? 'its number is taken' : 'numbers before it are missing'
      report({ sequence, subject: transaction.id, what, stored: sequence, replayed: expected })
    }
    const [id, at] = [idOf(entry), momentOf(entry)]
    const before = this.#head
    if (before.sequence > 0 && id.slice(PREFIX) <= before.id.slice(PREFIX)) {
      report({
        sequence,
        subject: id,
        what: 'its id is not after that of the entry before it',
        stored: id,
        replayed: before.id,
      })
    }
    if (at < before.at) {
      report({ sequence, subject: id, what: 'it is earlier than the entry before it', stored: at, replayed: before.at })
    }
  }

  /**
   * Checks the times of consecutive wrong credentials that are stored with a decision. They must be those of the replay. An empty list is
   * right, too: somebody may have unlocked the card's credentials (`unlockCardCredentials`), of which the journal has no entry.
   */
  #expectFailures({ sequence, transaction, step }: JournalHistoryEntry): void {
    const seen = step ? undefined : transaction.decision_inputs?.failedCredentials
    const left = this.marksOf(transaction.one_time_card_id ?? transaction.card_id).failedCredentials
    if (seen === undefined || isDeepStrictEqual(seen, left)) return
    const what = 'the wrong credentials before it'
    this.#deps.report({ sequence, subject: transaction.id, what, stored: seen, replayed: left })
  }

  #expectTaken({ sequence, transaction, step }: JournalHistoryEntry): void {
    const seen = step ? undefined : transaction.decision_inputs?.subscriptions
    this.takenPeriods.compareSeen(this.#deps.report, { sequence, subject: transaction.id }, seen)
  }

  #advance(entry: JournalHistoryEntry, replayed: Replayed | null): void {
    const { sequence, transaction } = entry
    this.#accountId = transaction.account_id
    const last = replayed?.changes.entries.at(-1)
    for (const level of last ? levelsOfJournalEntry(last) : []) this.#entries.set(level, this.entriesOf(level) + 1)
    if (sequence > this.#head.sequence)
      this.#head = last ? journalHeadOf(last) : { sequence, id: idOf(entry), at: momentOf(entry) }
  }

  async #replay(entry: JournalHistoryEntry): Promise<Replayed | null> {
    const { transaction, step } = entry
    const inputs = this.#inputsOf(entry)
    const before = step ? this.#stateBefore(entry) : undefined
    this.#expectFailures(entry)
    this.#expectTaken(entry)
    const isDecided = step === null || step.kind === 'increment'
    const memories = isDecided ? await ruleMemoriesOfPastDecision(this.#deps.snapshot, entry, inputs) : undefined
    const set = replayedDecisionWorkingSet(entry, {
      inputs,
      last: { ...this.#head, sequence: entry.sequence - 1 },
      spend: this.spend,
      marksOf: (id) => this.marksOf(id),
      memories,
      before,
    })
    const result = this.#decide(entry, set)
    if (result === null) return null
    const { changes } = result
    this.#usedIntents += changes.intents.length
    for (const id of cardsOf(entry)) {
      const card = set.cards.get(id)
      if (card && changes.cards.has(id)) this.#marks.set(id, engineFieldsOfCard(card))
    }
    const state = set.transactions.get(transaction.id)
    if (state) this.#states.set(transaction.id, state)
    this.takenPeriods.take(changes)
    if (state && step) this.takenPeriods.giveBack(state)
    return { outcome: result.outcomes[0], changes }
  }

  /**
   * Makes one decision again. Null where the stored values are impossible, for instance where more is refunded than was
   * spent.
   */
  #decide(entry: JournalHistoryEntry, set: BatchWorkingSet): BatchResult | null {
    const { transaction, sequence } = entry
    try {
      return decideBatch(set, [commandAgain(entry)], {
        now: momentOf(entry),
        holdMs: transaction.expires_at - transaction.created_at,
        newEntryId: () => idOf(entry),
        newId: (prefix) => prefix,
      })
    } catch (error) {
      if (!(error instanceof InvariantError)) throw error
      this.#deps.report({ sequence, subject: transaction.id, what: error.message, stored: 'taken', replayed: null })
      return null
    }
  }

  #stateBefore(entry: JournalHistoryEntry): TransactionState {
    return this.#states.get(entry.transaction.id) ?? transactionStateBeforeStep(entry, this.#deps.policies)
  }

  #inputsOf({ transaction, step, sequence }: JournalHistoryEntry): PastDecisionPolicies | undefined {
    const version = (step ?? transaction).policy_version
    const inputs = version === null ? undefined : this.#deps.policies.inputs(version)
    const isNeeded = step ? step.kind === 'increment' : transaction.type === 'authorization'
    if (inputs === undefined && (isNeeded || version !== null)) {
      const what = 'the policy that it was decided by is not stored'
      this.#deps.report({ sequence, subject: transaction.id, what, stored: version, replayed: null })
    }
    return inputs
  }

  #compare({ transaction, step, sequence, page }: JournalHistoryEntry, { outcome, changes }: Replayed): void {
    const { report } = this.#deps
    const about = { sequence, subject: transaction.id }
    if (outcome === undefined || !('transaction' in outcome)) {
      const refused = outcome?.kind === 'refused' ? outcome.code : null
      report({ ...about, what: step?.kind ?? transaction.type, stored: 'taken', replayed: refused })
      return
    }
    const replayed = transactionsTable.stored({ ...outcome.transaction, ...notCompared })
    const isLast = (page.steps.get(transaction.id)?.at(-1)?.sequence ?? transaction.sequence) === sequence
    const members = [...(step ? [] : LASTING), ...(isLast ? CHANGING : [])]
    compareReplayedMembers(report, about, { stored: transaction, replayed, members })
    const [record] = changes.steps
    if (step && record) {
      const reasons = record.reasons.length === 0 ? null : record.reasons
      compareReplayedMembers(report, about, {
        stored: step,
        replayed: { ...record, reasons, counted: record.counted.length === 0 ? null : record.counted },
        members: ['decision', 'reasons', 'amount', 'counted'],
      })
    }
    for (const intent of changes.intents) {
      const replayedIntent = {
        status: intent.status,
        transaction_id: intent.transactionId,
        matched_at: intent.at,
        match_result: intent.matchResult,
      }
      const stored = page.intents.get(intent.id)?.row ?? {}
      compareReplayedMembers(
        report,
        { sequence, subject: intent.id },
        { stored, replayed: replayedIntent, members: Object.keys(replayedIntent) },
      )
    }
  }
}

/** Characters of an id's prefix, `txn_` or `stp_`. The id's time follows it. */
const PREFIX = 4

const idOf = ({ transaction, step }: JournalHistoryEntry): string => step?.id ?? transaction.id

/** The card of an entry, and its one-time card if that was used. */
const cardsOf = ({ transaction }: JournalHistoryEntry): string[] =>
  [transaction.card_id, transaction.one_time_card_id].filter((id) => id !== null)

const momentOf = ({ transaction, step }: JournalHistoryEntry): number => step?.at ?? transaction.created_at

function commandAgain({ transaction, step }: JournalHistoryEntry): EngineCommand {
  if (step) return commandOfTransactionStep(step)
  const {
    account_id: accountId,
    card_id: ofCard,
    one_time_card_id: oneTimeId,
    amount,
    currency,
    merchant,
  } = transaction
  const cardId = oneTimeId ?? ofCard
  const request = {
    accountId,
    cardId,
    amount,
    currency,
    merchantMoney: merchantMoney(transaction) ?? undefined,
    merchant,
  }
  if (transaction.type === 'force_capture') return { ...request, kind: 'force_capture' } satisfies ForceCaptureCommand
  const hash = transaction.reference_hash
  const named = { networkReference: transaction.network_reference, referenceHash: hash, cardReferenceHash: hash }
  if (transaction.type === 'credit') {
    return {
      ...request,
      ...named,
      kind: 'post',
      moved: 'credit',
      final: true,
      factHash: '',
    } satisfies NetworkFactCommand
  }
  if (transaction.trace.length === 0) {
    const approved = transaction.decision === 'approve'
    const reasons = transaction.reasons
    return {
      ...request,
      ...named,
      kind: 'advise',
      approved,
      reasons,
      asOf: null,
      factHash: '',
    } satisfies NetworkFactCommand
  }
  return {
    ...request,
    ...named,
    kind: 'authorize',
    credentials: transaction.decision_inputs?.credentials ?? noSentCredentials,
    ...(isCardholderAuthenticated(transaction.flags) ? { isAuthenticated: true } : {}),
  } satisfies AuthorizeCommand
}
