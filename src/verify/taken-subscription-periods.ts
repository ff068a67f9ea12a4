import type { BatchChanges } from '../domain/batch/changes.ts'
import type { TakenSubscriptionPeriod } from '../domain/subscription.ts'
import type { TransactionState } from '../domain/transactions/transaction.ts'
import type { LedgerSubscription } from '../store/history/ledger-rows.ts'
import type { StoredDecisionInputs } from '../domain/batch/decision-inputs.ts'
import { compareReplayedMembers, type ReportReplayDifference } from './replay-difference.ts'

interface LastTaken extends TakenSubscriptionPeriod {
  /** Whether the purchase that took the subscription's period was reversed completely afterwards. */
  readonly isGivenBack: boolean
}

/** The periods of subscriptions that the replayed purchases of a customer have taken, and given back. */
export class TakenSubscriptionPeriods {
  readonly #last = new Map<string, LastTaken>()

  take({ takenPeriods }: Pick<BatchChanges, 'takenPeriods'>): void {
    for (const [id, taken] of takenPeriods) if (taken !== null) this.#last.set(id, { ...taken, isGivenBack: false })
  }

  /** Marks a subscription's period as given back if the purchase that took it is now reversed completely. */
  giveBack({ id, status, subscriptionId = '' }: TransactionState): void {
    const last = this.#last.get(subscriptionId)
    if (status === 'reversed' && last?.transactionId === id)
      this.#last.set(subscriptionId, { ...last, isGivenBack: true })
  }

  /** Compares the subscription periods that a decision found taken already with those that the replay finds. */
  compareSeen(
    report: ReportReplayDifference,
    about: { sequence: number; subject: string },
    seen: StoredDecisionInputs['subscriptions'],
  ): void {
    for (const [id, stored] of seen ?? []) {
      const replayed = this.#takenOf(id)?.startsAt ?? null
      if (stored !== replayed) report({ ...about, what: `the period taken of ${id} before it`, stored, replayed })
    }
  }

  /**
   * Checks the periods that are stored with the customer's subscriptions. A subscription that has ended keeps its last period, even if the
   * purchase is reversed afterwards.
   */
  compare(report: ReportReplayDifference, rows: readonly LedgerSubscription[]): void {
    const stored = new Map(rows.map((row) => [row.id, row]))
    for (const id of new Set([...stored.keys(), ...this.#last.keys()])) {
      const row = stored.get(id)
      const isKept = row !== undefined && row.status !== 'active' && row.status !== 'paused'
      const taken = isKept ? this.#last.get(id) : this.#takenOf(id)
      compareReplayedMembers(
        report,
        { sequence: null, subject: id },
        {
          stored: { taken_from: row?.taken_from ?? null, taken_by: row?.taken_by ?? null },
          replayed: { taken_from: taken?.startsAt ?? null, taken_by: taken?.transactionId ?? null },
          members: ['taken_from', 'taken_by'],
        },
      )
    }
  }

  #takenOf(id: string): TakenSubscriptionPeriod | undefined {
    const last = this.#last.get(id)
    return last === undefined || last.isGivenBack ? undefined : last
  }
}
