import type { DomainEvent } from '../domain/events/events.ts'
import { canonicalJson } from '../lib/canonical-json.ts'
import type { HistoryEntry } from '../store/history/history-pages.ts'
import type { LedgerEvent } from '../store/history/ledger-rows.ts'
import type { Report } from './difference.ts'

/**
 * Checks that a decision or step has exactly its events, with exactly their data, except `originSeen`, which depends on
 * other intents, and `card`, the card's row, which has fields that no decision reads.
 */
export function compareEvents(
  report: Report,
  { sequence, transaction }: HistoryEntry,
  { stored, replayed }: { stored: readonly LedgerEvent[]; replayed: readonly DomainEvent[] },
): void {
  const unclaimed = new Map<string, LedgerEvent[]>()
  for (const event of stored) {
    const { originSeen: _ofOthers, card: _row, ...data } = event.data as Record<string, unknown>
    const key = keyOf({ ...event, data, accountId: event.account_id, at: event.created_at })
    unclaimed.set(key, [...(unclaimed.get(key) ?? []), event])
  }
  for (const event of replayed) {
    if (unclaimed.get(keyOf(event))?.shift()) continue
    if (unclaimed.get(keyOf({ ...event, data: asOf010(event.data) }))?.shift()) continue
    const { type, data } = event
    report({ sequence, subject: transaction.id, what: `the event ${type}`, stored: null, replayed: data })
  }
  for (const { id, type, data } of [...unclaimed.values()].flat()) {
    report({ sequence, subject: id, what: `the event ${type}`, stored: data, replayed: null })
  }
}

/**
 * The event's data as version 0.1.0 stored them: that of a matched intent without `expectedOrigin`, that of a transaction without
 * `transaction`.
 */
function asOf010(data: object): object {
  const { expectedOrigin: _origin, transaction: _transaction, ...others } = data as Record<string, unknown>
  return others
}

const keyOf = ({ type, data, accountId, at }: { type: string; data: object; accountId: string; at: number }): string =>
  canonicalJson({ type, data, accountId, at })
