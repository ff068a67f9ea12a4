import type { Changes } from '../domain/batch/changes.ts'
import type { Outcome } from '../domain/batch/outcome.ts'
import type { AuthorizeCommand, Command, ForceCaptureCommand } from '../domain/batch/commands.ts'
import { decideBatch, type BatchResult } from '../domain/batch/decide-batch.ts'
import type { WorkingSet } from '../domain/batch/working-set.ts'
import { monthOf, type CountedPart } from '../domain/counted-part.ts'
import { effectivePolicy } from '../domain/cascade.ts'
import type { RecentPurchase } from '../domain/entities.ts'
import type { Spend } from '../domain/spend-windows.ts'
import type { TransactionState } from '../domain/transaction.ts'
import { InvariantError } from '../lib/assert.ts'
import { MINUTE_MS } from '../lib/clock.ts'
import { purchasesBefore, type HistoryEntry, type HistoryPage } from '../store/history/history-pages.ts'
import type { LedgerEvent } from '../store/history/ledger-rows.ts'
import type { PolicyReader, SeenPolicies } from '../store/history/policy-reader.ts'
import type { Snapshot } from '../store/history/snapshot.ts'
import { transactionRow } from '../store/transaction-state.ts'
import { compareEvents } from './compare-events.ts'
import { compareMembers, type Difference, type Report } from './difference.ts'
import { marksOf, replayedSet, unmarked, type CardMarks } from './replayed-set.ts'
import { commandOf, stateBefore } from './transaction-states.ts'

export interface ReplayDeps {
  readonly snapshot: Snapshot
  readonly policies: PolicyReader
  /** Events of decisions until this moment are deleted. */
  readonly eventsKeptFrom: number
  readonly report: Report
}

interface Replayed {
  readonly outcome: Outcome | undefined
  readonly changes: Changes
}

/** What steps change of a transaction; the rest of it is as its decision left it. */
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
const LASTING = ['sequence', 'decision', 'reasons', 'trace', 'attestation', 'intent_id']

/**
 * Makes the decisions of one customer again, in their order: with the same functions as the engine, and with what was
 * stored with each of them. What the customer's cards and levels come to stands in `spend` and `marks`.
 */
export class CustomerReplay {
  readonly spend = new Map<string, Spend>()
  readonly #marks = new Map<string, CardMarks>()
  readonly #deps: ReplayDeps
  /** Of the page at work. */
  #states = new Map<string, TransactionState>()
  #page: HistoryPage | null = null
  #lastSequence = 0
  #usedIntents = 0
  readonly #cardIds = new Set<string>()

  constructor(deps: ReplayDeps) {
    this.#deps = deps
  }

  get lastSequence(): number {
    return this.#lastSequence
  }

  /** Intents that a purchase has matched or mismatched. */
  get usedIntents(): number {
    return this.#usedIntents
  }

  /** Cards that anything was decided about. */
  get cardIds(): ReadonlySet<string> {
    return this.#cardIds
  }

  marksOf(cardId: string): CardMarks {
    return this.#marks.get(cardId) ?? unmarked
  }

  async take(entry: HistoryEntry, events: readonly LedgerEvent[]): Promise<void> {
    const { report, eventsKeptFrom } = this.#deps
    this.#expectNext(entry)
    this.#cardIds.add(entry.transaction.card_id)
    if (this.#page !== entry.page) {
      this.#page = entry.page
      this.#states.clear()
    }
    const replayed = await this.#replay(entry)
    if (replayed === null) return
    this.#compare(entry, replayed)
    if (momentOf(entry) < eventsKeptFrom) return
    compareEvents(report, entry, { stored: events, replayed: replayed.changes.events })
  }

  #expectNext({ sequence, transaction }: HistoryEntry): void {
    const expected = this.#lastSequence + 1
    if (sequence !== expected) {
      const what = sequence < expected ? 'its number is taken' : 'numbers before it are missing'
      this.#deps.report({ sequence, subject: transaction.id, what, stored: sequence, replayed: expected })
    }
    this.#lastSequence = Math.max(sequence, this.#lastSequence)
  }

  async #replay(entry: HistoryEntry): Promise<Replayed | null> {
    const { transaction, step } = entry
    const seen = this.#seenBy(entry)
    const before = step ? this.#stateBefore(entry) : undefined
    const purchases = step ? [] : await this.#purchasesSeenBy(entry, seen)
    const set = replayedSet(entry, {
      seen,
      spend: this.spend,
      marks: this.marksOf(transaction.card_id),
      purchases,
      before,
    })
    const decided = this.#decide(entry, set)
    if (decided === null) return null
    const { changes } = decided
    this.#usedIntents += changes.intents.length
    const card = set.cards.get(transaction.card_id)
    if (card && changes.cards.has(card.id)) this.#marks.set(card.id, marksOf(card))
    const state = set.transactions.get(transaction.id)
    if (state) this.#states.set(transaction.id, state)
    return { outcome: decided.outcomes[0], changes }
  }

  /** Null where what is stored is such that nothing follows from it: more is given back than was spent, for instance. */
  #decide(entry: HistoryEntry, set: WorkingSet): BatchResult | null {
    const { transaction, sequence } = entry
    try {
      return decideBatch(set, [commandAgain(entry)], {
        now: momentOf(entry),
        holdMs: transaction.expires_at - transaction.created_at,
        newTransactionId: () => transaction.id,
      })
    } catch (error) {
      if (!(error instanceof InvariantError)) throw error
      this.#deps.report({ sequence, subject: transaction.id, what: error.message, stored: 'taken', replayed: null })
      return null
    }
  }

  #stateBefore(entry: HistoryEntry): TransactionState {
    return this.#states.get(entry.transaction.id) ?? stateBefore(entry, this.#deps.policies)
  }

  #seenBy({ transaction, step, sequence }: HistoryEntry): SeenPolicies | undefined {
    const version = (step ?? transaction).policy_version
    const seen = version === null ? undefined : this.#deps.policies.seen(version)
    const isNeeded = step ? step.kind === 'increment' : transaction.type === 'authorization'
    if (seen === undefined && (isNeeded || version !== null)) {
      const what = 'the policy that it was decided by is not stored'
      this.#deps.report({ sequence, subject: transaction.id, what, stored: version, replayed: null })
    }
    return seen
  }

  async #purchasesSeenBy({ transaction }: HistoryEntry, seen: SeenPolicies | undefined): Promise<RecentPurchase[]> {
    const windowMinutes = seen && effectivePolicy(seen).policy.duplicateWindowMinutes
    if (windowMinutes === undefined) return []
    const after = transaction.created_at - windowMinutes * MINUTE_MS
    const rows = await purchasesBefore(this.#deps.snapshot, transaction, after)
    return rows.map((row) => ({ at: row.created_at, amount: row.amount, merchantName: row.merchant_name }))
  }

  #compare({ transaction, step, sequence, page }: HistoryEntry, { outcome, changes }: Replayed): void {
    const { report } = this.#deps
    const about = { sequence, subject: transaction.id }
    if (outcome === undefined || outcome.kind === 'refused') {
      report({ ...about, what: step?.kind ?? transaction.type, stored: 'taken', replayed: outcome?.code ?? null })
      return
    }
    const replayed = transactionRow(outcome.transaction)
    const isLast = (page.steps.get(transaction.id)?.at(-1)?.sequence ?? transaction.sequence) === sequence
    const members = [...(step ? [] : LASTING), ...(isLast ? CHANGING : [])]
    compareMembers(report, about, { stored: transaction, replayed, members })
    if (!isLast) compareMonths(report, about, { stored: transaction.counted, replayed: replayed.counted })
    const [record] = changes.steps
    if (step && record) {
      const reasons = record.reasons.length === 0 ? null : record.reasons
      compareMembers(report, about, {
        stored: step,
        replayed: { ...record, reasons },
        members: ['decision', 'reasons', 'amount'],
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
      compareMembers(
        report,
        { sequence, subject: intent.id },
        { stored, replayed: replayedIntent, members: Object.keys(replayedIntent) },
      )
    }
  }
}

/** A part counts in its month for good, and later steps are replayed from the stored one: see `stateBefore`. */
function compareMonths(
  report: Report,
  about: Pick<Difference, 'sequence' | 'subject'>,
  { stored, replayed }: Record<'stored' | 'replayed', readonly CountedPart[]>,
): void {
  const months = (parts: readonly CountedPart[]) => ({ counted: parts.slice(0, replayed.length).map(monthOf) })
  compareMembers(report, about, { stored: months(stored), replayed: months(replayed), members: ['counted'] })
}

const momentOf = ({ transaction, step }: HistoryEntry): number => step?.at ?? transaction.created_at

function commandAgain({ transaction, step }: HistoryEntry): Command {
  if (step) return commandOf(step)
  const { account_id: accountId, card_id: cardId, amount, currency, merchant } = transaction
  const asked = { accountId, cardId, amount, currency, merchant }
  if (transaction.type === 'force_capture') return { ...asked, kind: 'force_capture' } satisfies ForceCaptureCommand
  return {
    ...asked,
    kind: 'authorize',
    networkReference: transaction.network_reference,
    credentialsValid: transaction.circumstances?.credentialsValid ?? true,
  } satisfies AuthorizeCommand
}
