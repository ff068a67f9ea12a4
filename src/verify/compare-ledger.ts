import { HOUR_MS } from '../lib/clock.ts'
import type { LongWorkTimeSlices } from '../lib/traffic/time-slices.ts'
import type { LedgerCard, LedgerCustomer, CardStatusCounts } from '../store/history/ledger-rows.ts'
import type { CustomerReplay } from './customer-replay.ts'
import { compareReplayedMembers, type ReportReplayDifference } from './replay-difference.ts'

/**
 * By how many milliseconds the event about a card's closing may be later than the card's `closed_at`. A sweep closes the cards of one
 * customer after the other, and gives all of them the `closed_at` of its own beginning.
 */
const LONGEST_SWEEP_MS = HOUR_MS

interface Ledger {
  readonly customer: LedgerCustomer
  readonly cards: readonly LedgerCard[]
  /** Unix milliseconds: events from before this moment may be deleted. */
  readonly eventsKeptFrom: number
  readonly slices: LongWorkTimeSlices
}

/** Checks that the stored state that decisions use equals the replay of the customer's journal. */
export async function compareLedger(
  report: ReportReplayDifference,
  replay: CustomerReplay,
  ledger: Ledger,
): Promise<void> {
  const { customer, cards, slices } = ledger
  const replayed = { used_intents: replay.usedIntents }
  const about = { sequence: null, subject: customer.id }
  compareReplayedMembers(report, about, { stored: customer, replayed, members: Object.keys(replayed) })
  for await (const card of slices.each(cards)) compareCard(report, replay, { card, ...ledger })
  const known = new Set(cards.map(({ id }) => id))
  for (const id of replay.cardIds) {
    if (known.has(id)) continue
    report({ sequence: null, subject: id, what: 'a card that decisions were made of', stored: null, replayed: id })
  }
}

/** Whether `closed_at` agrees with the time of the card's closing event, which is recorded after `closed_at` was set and may be later. */
const agreesWithClosingEvent = ({ closed_at: closed, closed_event_at: eventAt }: LedgerCard): boolean =>
  closed === null || eventAt === null ? closed === eventAt : closed <= eventAt && closed >= eventAt - LONGEST_SWEEP_MS

function compareCard(
  report: ReportReplayDifference,
  replay: CustomerReplay,
  { card, customer, eventsKeptFrom }: Ledger & { card: LedgerCard },
): void {
  const { merchantLock, consumedAt, firstSpendAt, failedCredentials } = replay.marksOf(card.id)
  const hasAllEvents = card.created_at >= eventsKeptFrom
  const replayed = {
    account_id: customer.account_id,
    merchant_lock: merchantLock,
    consumed_at: consumedAt,
    first_spend_at: firstSpendAt,
    failed_credentials: card.failed_credentials && failedCredentials, // null after `unlockCardCredentials`, which has no journal entry
    status: consumedAt === null ? (hasAllEvents ? statusByEvents(card) : card.status) : 'closed',
    closed_at: consumedAt ?? (hasAllEvents && !agreesWithClosingEvent(card) ? card.closed_event_at : card.closed_at),
  }
  const about = { sequence: null, subject: card.id }
  compareReplayedMembers(report, about, { stored: card, replayed, members: Object.keys(replayed) })
}

/**
 * The status that a card must have after its events. Null: a card cannot have just these events. The result follows from how many events of
 * each type there are, and not from their times, because the clocks of two nodes need not agree. A card is frozen and unfrozen alternately:
 * freezing a frozen card has no event.
 */
function statusByEvents({ creations, created_as, freezes, closings }: CardStatusCounts): string | null {
  if (creations !== 1 || closings > 1) return null
  if (closings === 1) return 'closed'
  const frozen = freezes + (created_as === 'frozen' ? 1 : 0)
  if (frozen === 0) return 'active'
  return frozen === 1 ? 'frozen' : null
}
