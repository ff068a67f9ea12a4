import type { DomainEvent } from '../domain/events/events.ts'
import { canonicalJson } from '../lib/canonical-json.ts'
import type { HistoryEntry } from '../store/history/history-pages.ts'
import type { LedgerEvent } from '../store/history/ledger-rows.ts'
import type { Report } from './difference.ts'

/** Each decision and step has exactly its events, with exactly their data. */
export function compareEvents(
  report: Report,
  { sequence, transaction }: HistoryEntry,
  { stored, replayed }: { stored: readonly LedgerEvent[]; replayed: readonly DomainEvent[] },
): void {
  const unclaimed = new Map<string, LedgerEvent[]>()
  for (const event of stored) {
    const key = keyOf({ ...event, accountId: event.account_id, at: event.created_at })
    unclaimed.set(key, [...(unclaimed.get(key) ?? []), event])
  }
  for (const event of replayed) {
    if (unclaimed.get(keyOf(event))?.shift()) continue
    const { type, data } = event
    report({ sequence, subject: transaction.id, what: `the event ${type}`, stored: null, replayed: data })
  }
  for (const { id, type, data } of [...unclaimed.values()].flat()) {
    report({ sequence, subject: id, what: `the event ${type}`, stored: data, replayed: null })
  }
}

const keyOf = ({ type, data, accountId, at }: { type: string; data: object; accountId: string; at: number }): string =>
  canonicalJson({ type, data, accountId, at })
