import { emptySpend, type Spend } from '../domain/spend-windows.ts'
import type { LedgerCard, LedgerCustomer, LedgerSpend } from '../store/history/ledger-rows.ts'
import type { CustomerReplay } from './customer-replay.ts'
import { compareMembers, type Report } from './difference.ts'

/** What the service computes with must be what the history of the customer comes to. */
export function compareLedger(
  report: Report,
  replay: CustomerReplay,
  stored: { customer: LedgerCustomer; cards: readonly LedgerCard[]; spend: readonly LedgerSpend[] },
): void {
  const { customer, cards, spend } = stored
  compareMembers(
    report,
    { sequence: null, subject: customer.id },
    { stored: customer, replayed: { last_sequence: replay.lastSequence }, members: ['last_sequence'] },
  )
  for (const card of cards) compareCard(report, replay, card)
  compareSpend(report, replay.spend, new Map(spend.map((row) => [row.subject_id, row.spend])))
}

function compareCard(report: Report, replay: CustomerReplay, card: LedgerCard): void {
  const { merchantLock, consumedAt, firstSpendAt } = replay.marksOf(card.id)
  const replayed = {
    merchant_lock: merchantLock,
    consumed_at: consumedAt,
    first_spend_at: firstSpendAt,
    status: consumedAt === null ? card.status : 'closed',
  }
  const about = { sequence: null, subject: card.id }
  compareMembers(report, about, { stored: card, replayed, members: Object.keys(replayed) })
}

/** A level without a row has spent nothing. */
function compareSpend(report: Report, replayed: ReadonlyMap<string, Spend>, stored: ReadonlyMap<string, Spend>): void {
  for (const id of new Set([...replayed.keys(), ...stored.keys()])) {
    const nothing = { ...emptySpend(0), month: null }
    const sides = { stored: stored.get(id) ?? nothing, replayed: replayed.get(id) ?? nothing }
    compareMembers(report, { sequence: null, subject: id }, { ...sides, members: Object.keys(nothing) })
  }
}
