import type { DomainEvent } from '../domain/events/events.ts'
import type { JournalHistoryEntry } from '../store/history/history-pages.ts'
import type { LedgerEvent } from '../store/history/ledger-rows.ts'
import { agreesWithReplayedValue } from './replayed-value.ts'
import type { ReportReplayDifference } from './replay-difference.ts'

/**
 * Checks that a decision or step has exactly its events, with exactly their data, except `originSeen`, which depends on
 * other intents, and `card`, the card's row, which has fields that no decision reads.
 */
export function compareEventsWithReplay(
  report: ReportReplayDifference,
  { sequence, transaction }: Pick<JournalHistoryEntry, 'sequence'> & { readonly transaction: { readonly id: string } },
  { stored, replayed }: { stored: readonly LedgerEvent[]; replayed: readonly DomainEvent[] },
): void {
  const unclaimed = new Set(stored.map((event) => ({ event, compared: comparedOf(event) })))
  for (const event of replayed) {
    const claimed = [...unclaimed].find(({ compared }) => isSameEvent(compared, event))
    if (claimed !== undefined) {
      unclaimed.delete(claimed)
      continue
    }
    const { type, data } = event
    report({ sequence, subject: transaction.id, what: `the event ${type}`, stored: null, replayed: data })
  }
  for (const { event } of unclaimed) {
    const { id, type, data } = event
    report({ sequence, subject: id, what: `the event ${type}`, stored: data, replayed: null })
  }
}

/** The parts of a stored event that are compared with the replayed event. */
interface ComparedEvent {
  readonly type: string
  readonly accountId: string
  readonly at: number
  readonly data: Readonly<Record<string, unknown>>
}

function comparedOf({ type, account_id: accountId, created_at: at, data: whole }: LedgerEvent): ComparedEvent {
  const { originSeen: _ofOthers, card: _row, ...data } = whole
  return { type, accountId, at, data }
}

const isSameEvent = ({ data, ...stored }: ComparedEvent, { type, accountId, at, data: made }: DomainEvent): boolean =>
  stored.type === type &&
  stored.accountId === accountId &&
  stored.at === at &&
  agreesWithReplayedValue(data, asStoredThen(data, JSON.parse(JSON.stringify(made)) as Record<string, unknown>))

/** Members of an event's data that events of version 0.1.0 do not have, although the replayed values are not empty. */
const ADDED = new Set(['transaction', 'expectedOrigin'])

/** The replayed data of an event, without those added members that the stored event does not have. */
const asStoredThen = (stored: object, replayed: Record<string, unknown>): object =>
  Object.fromEntries(Object.entries(replayed).filter(([name]) => !ADDED.has(name) || name in stored))
