import type { CompanyApi } from '../../../examples/company/api.ts'

/** The content of the seeded account, counted from the API's answers. Amounts are in cents. */
export interface SeedSummary {
  readonly customers: readonly {
    id: string
    name: string
    currency: string
    agents: number
    cards: number
    transactions: number
    spent: number
  }[]
  readonly agents: number
  readonly cards: SeedCounts
  readonly transactions: SeedCounts
  readonly intents: SeedCounts
  readonly approvals: SeedCounts
  readonly changeRequests: SeedCounts
  /** The spend by currency of the customer: the amount authorized or captured, less the amount that was reversed or has expired. */
  readonly spent: SeedCounts
  readonly refunded: SeedCounts
  /** How often each rule declined, the most frequent first. A transaction that several rules declined counts for each of them. */
  readonly declines: SeedCounts
  readonly waiting: readonly {
    intentId: string
    customer: string
    purpose: string
    amount: number | null
    currency: string
    requestedAt: string
  }[]
}

export type SeedCounts = Readonly<Record<string, number>>

export async function readSeedSummary(api: CompanyApi): Promise<SeedSummary> {
  const limit = 100
  const [customers, agents, cards, intents, approvals, changeRequests, transactions] = await Promise.all([
    all(api.customers.list({ limit })),
    all(api.agents.list({ limit })),
    all(api.cards.list({ limit })),
    all(api.intents.list({ limit })),
    all(api.approvals.list({ limit })),
    all(api.changeRequests.list({ limit })),
    all(api.transactions.list({ limit })),
  ])
  const nameOf = new Map(customers.map(({ id, name }) => [id, name?.business ?? id]))
  const currencyOf = new Map(customers.map(({ id, currency }) => [id, currency]))
  const inEach = (amountOf: (one: (typeof transactions)[number]) => number): SeedCounts =>
    Object.fromEntries(
      [...Map.groupBy(transactions, ({ customerId }) => currencyOf.get(customerId) ?? '')].map(([currency, own]) => [
        currency,
        sum(own.map(amountOf)),
      ]),
    )
  return {
    customers: customers.toReversed().map(({ id, currency }) => ({
      id,
      currency,
      name: nameOf.get(id) ?? id,
      agents: agents.filter(({ customerId }) => customerId === id).length,
      cards: cards.filter(({ customerId }) => customerId === id).length,
      transactions: transactions.filter(({ customerId }) => customerId === id).length,
      spent: sum(transactions.filter(({ customerId }) => customerId === id).map(spentBy)),
    })),
    agents: agents.length,
    cards: counts(cards.map(({ status }) => status)),
    transactions: counts(transactions.map(({ status }) => status)),
    intents: counts(intents.map(({ status }) => status)),
    approvals: counts(approvals.map(({ status }) => status)),
    changeRequests: counts(changeRequests.map(({ status }) => status)),
    spent: inEach(spentBy),
    refunded: inEach(({ refundedAmount }) => refundedAmount),
    declines: counts(transactions.flatMap(({ reasons }) => reasons.map(({ code }) => code))),
    waiting: approvals
      .filter(({ status }) => status === 'pending')
      .map(({ intentId, customerId, subject, requestedAt }) => ({
        intentId,
        customer: nameOf.get(customerId) ?? customerId,
        purpose: subject.purpose,
        amount: subject.expectedAmount ?? null,
        currency: subject.expectedCurrency ?? 'USD',
        requestedAt,
      })),
  }
}

type Sums = Pick<
  Awaited<ReturnType<CompanyApi['transactions']['get']>>,
  'status' | 'settledAmount' | 'authorizedAmount'
>

const spentBy = ({ status, settledAmount, authorizedAmount }: Sums): number =>
  status === 'pending' ? Math.max(authorizedAmount, settledAmount) : settledAmount

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

/** Counts how often each word of a list occurs, the most frequent first. */
function counts(words: readonly string[]): SeedCounts {
  const found = Object.entries(Object.groupBy(words, (word) => word)).map(
    ([word, same = []]) => [word, same.length] as const,
  )
  return Object.fromEntries(found.toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)))
}

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = []
  for await (const item of list) items.push(item)
  return items
}
