import { moneyText } from '../terminal/money.ts'
import type { SeedCounts, SeedSummary } from './summary.ts'

const NAME_WIDTH = 34
const MOST_WAITING = 10

/** The summary of a seeded account as text for a terminal. */
export function seedSummaryText(summary: SeedSummary): string {
  const { customers, agents, cards, transactions, intents, changeRequests, spent, refunded, declines, waiting } =
    summary
  return [
    `${customers.length} customers, ${agents} agents, ${total(cards)} cards (${listed(cards)})`,
    `${grouped(total(transactions))} transactions (${listed(transactions)})`,
    `${grouped(total(intents))} intents (${listed(intents)})`,
    `${total(changeRequests)} change requests (${listed(changeRequests)})`,
    ...Object.entries(spent).map(
      ([currency, amount]) =>
        `${moneyText(amount, currency)} spent, ${moneyText(refunded[currency] ?? 0, currency)} refunded`,
    ),
    '',
    ...customers.map(
      (one) =>
        `  ${short(one.name).padEnd(NAME_WIDTH)} ${grouped(one.transactions).padStart(6)} transactions ${moneyText(one.spent, one.currency).padStart(13)}`,
    ),
    '',
    'Declines by rule:',
    ...Object.entries(declines).map(([code, count]) => `  ${code.padEnd(NAME_WIDTH)} ${grouped(count).padStart(6)}`),
    '',
    `Pending approvals: ${waiting.length}`,
    ...waiting
      .slice(0, MOST_WAITING)
      .map(
        ({ purpose, amount, currency }) =>
          `  ${short(purpose).padEnd(NAME_WIDTH)} ${moneyText(amount ?? 0, currency).padStart(13)}`,
      ),
  ].join('\n')
}

const total = (counts: SeedCounts): number => Object.values(counts).reduce((sum, each) => sum + each, 0)
const grouped = (count: number): string => count.toLocaleString('en-US')
const listed = (counts: SeedCounts): string =>
  Object.entries(counts)
    .map(([word, count]) => `${grouped(count)} ${word.replace('_', ' ')}`)
    .join(', ')

const short = (text: string): string => (text.length > NAME_WIDTH ? `${text.slice(0, NAME_WIDTH - 1)}…` : text)
