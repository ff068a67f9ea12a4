import type { LoadedSubscription } from '../../src/domain/subscription.ts'
import type { Case } from './case.ts'
import { day } from './history.ts'
import { isOneMerchant } from './merchants.ts'

/** When the present period of a subscription began: counted up from the day of its activation, one by one. */
export function periodStart({ activatedAt, interval }: LoadedSubscription, now: number): number {
  let start = activatedAt
  const first = Date.parse(new Date(activatedAt).toISOString().slice(0, 10))
  for (let n = 1; ; n += 1) {
    const next = interval === 'week' ? first + n * 7 * day : later(first, interval === 'year' ? 12 * n : n)
    if (next > now) return start
    start = next
  }
}

/** So many months later: days that the month does not have are tried down to one that it has. */
function later(from: number, months: number): number {
  const [date = '', time = ''] = new Date(from).toISOString().split('T')
  const [year = 0, month = 0, dayOfMonth = 0] = date.split('-').map(Number)
  const count = year * 12 + (month - 1) + months
  const two = (value: number) => String(value).padStart(2, '0')
  for (let dom = dayOfMonth; ; dom -= 1) {
    const text = `${Math.floor(count / 12)}-${two((count % 12) + 1)}-${two(dom)}T${time}`
    const at = Date.parse(text)
    if (!Number.isNaN(at) && new Date(at).getUTCDate() === dom) return at
  }
}

/** The subscription that covers a purchase (contract, section 9): of several the one for least, then the oldest. */
export function coveredBy({ customer, card, request }: Case): LoadedSubscription | undefined {
  const { amount, currency, merchant, now } = request
  if (currency !== (customer.currency ?? 'USD')) return undefined
  let best: LoadedSubscription | undefined
  for (const each of card?.subscriptions ?? []) {
    const isOver = each.status !== 'active' || (each.until !== null && each.until <= now)
    if (isOver || amount > each.maxAmount || merchant.name === undefined) continue
    if (!isOneMerchant(each.merchant, merchant.name) || each.taken?.startsAt === periodStart(each, now)) continue
    const isBetter =
      best === undefined || each.maxAmount < best.maxAmount || (each.maxAmount === best.maxAmount && each.id < best.id)
    if (isBetter) best = each
  }
  return best
}
