import { HOUR_MS } from '../lib/clock.ts'
import type { LedgerCard, LedgerCustomer } from '../store/history/ledger-rows.ts'
import type { CustomerReplay } from './customer-replay.ts'
import { compareMembers, type Report } from './difference.ts'
import { statusTold } from './status-told.ts'

/** A sweep closes many cards as of the moment at which it began, one customer after the other. */
const LONGEST_SWEEP_MS = HOUR_MS

interface Ledger {
  readonly customer: LedgerCustomer
  readonly cards: readonly LedgerCard[]
  /** Events of an earlier moment may be deleted. */
  readonly eventsKeptFrom: number
}

/** What the service computes with must be what the customer's journal comes to. */
export function compareLedger(report: Report, replay: CustomerReplay, ledger: Ledger): void {
  const { customer, cards } = ledger
  const replayed = { used_intents: replay.usedIntents }
  const about = { sequence: null, subject: customer.id }
  compareMembers(report, about, { stored: customer, replayed, members: Object.keys(replayed) })
  for (const card of cards) compareCard(report, replay, { card, ...ledger })
  const known = new Set(cards.map(({ id }) => id))
  for (const id of replay.cardIds) {
    if (known.has(id)) continue
    report({ sequence: null, subject: id, what: 'a card that decisions were made of', stored: null, replayed: id })
  }
}

/** The event of a closing is told right after it, so its moment may be a later one. */
const isClosedAsTold = ({ closed_at: closed, told_closed_at: told }: LedgerCard): boolean =>
  closed === null || told === null ? closed === told : closed <= told && closed >= told - LONGEST_SWEEP_MS

function compareCard(
  report: Report,
  replay: CustomerReplay,
  { card, customer, eventsKeptFrom }: Ledger & { card: LedgerCard },
): void {
  const { merchantLock, consumedAt, firstSpendAt, failedCredentials } = replay.marksOf(card.id)
  const isWhollyTold = card.created_at >= eventsKeptFrom
  const replayed = {
    account_id: customer.account_id,
    merchant_lock: merchantLock,
    consumed_at: consumedAt,
    first_spend_at: firstSpendAt,
    failed_credentials: card.failed_credentials && failedCredentials, // an unlock is no entry of the journal
    status: consumedAt === null ? (isWhollyTold ? statusTold(card) : card.status) : 'closed',
    closed_at: consumedAt ?? (isWhollyTold && !isClosedAsTold(card) ? card.told_closed_at : card.closed_at),
  }
  const about = { sequence: null, subject: card.id }
  compareMembers(report, about, { stored: card, replayed, members: Object.keys(replayed) })
}
