import type { ListTransactionsQuery } from '@purser/client'

export const filterNames = [
  'merchant',
  'status',
  'reason',
  'agentId',
  'customerId',
  'cardId',
  'intentId',
  'minAmount',
  'maxAmount',
  'createdAfter',
  'createdBefore',
] as const
export type FilterName = (typeof filterNames)[number]
export type Filters = Partial<Record<FilterName, string>>

/** The filters of the page as the API takes them: a day is its midnights in the viewer's zone, both ends included. */
export function queryOf({
  createdAfter,
  createdBefore,
  minAmount,
  maxAmount,
  ...rest
}: Filters): ListTransactionsQuery {
  return {
    // A link may hold any word: what the API does not know, it says.
    ...(rest as Pick<ListTransactionsQuery, 'status' | 'reason'>),
    ...(minAmount && { minAmount: Number(minAmount) }),
    ...(maxAmount && { maxAmount: Number(maxAmount) }),
    ...(createdAfter && { createdAfter: momentOf(createdAfter, 0) }),
    ...(createdBefore && { createdBefore: momentOf(createdBefore, 1) }),
  }
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/

function momentOf(value: string, daysLater: number): string {
  const [, year, month, day] = DAY.exec(value) ?? []
  if (day === undefined) return value
  return new Date(Number(year), Number(month) - 1, Number(day) + daysLater).toISOString()
}

/** A moment, or a day, as a field for days shows it. */
export function dayOf(value: string | undefined): string {
  if (value === undefined || DAY.test(value)) return value ?? ''
  const at = new Date(value)
  if (Number.isNaN(at.getTime())) return ''
  const two = (part: number) => String(part).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}
