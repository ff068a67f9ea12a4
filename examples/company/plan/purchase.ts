import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/lib/clock.ts'
import { type AuthorizationAnswer, nullIfRefusedByPurser } from '../api.ts'
import { type DemoMerchant, demoMerchantOf, type DemoMerchantKey } from '../departments/merchants.ts'
import type { SeededRandom } from '../random.ts'
import { type DemoAct, demoObjectNamed, type DemoCompanyObjects } from './act.ts'
import { randomMinutes } from './story.ts'

/** Number, expiry and CVV of a card, as a merchant has them. */
export interface CardCredentials {
  readonly pan: string
  readonly exp: string
  readonly cvv: string
}

export interface DemoPurchase {
  readonly at: number
  readonly department: string
  readonly card: string
  readonly merchant: DemoMerchantKey
  readonly cents: number
  /** The card credentials of the purchase. Null or absent: the merchant has the card on file. */
  readonly credentials?: () => CardCredentials | null
  readonly told?: (answer: AuthorizationAnswer) => void
}

/** The time of night at which merchants hand in the day's sales, all together. */
const CLEARING_MS = 2.5 * HOUR_MS
const clearingAfter = (at: number, days: number): number => (Math.floor(at / DAY_MS) + days) * DAY_MS + CLEARING_MS

/** The acts of a purchase: its authorization, and its captures, reversals or refunds in the days after. */
export function demoPurchaseActs(bought: DemoPurchase, random: SeededRandom): DemoAct[] {
  let transactionId: string | null = null
  const merchant = merchantOnStatement(demoMerchantOf(bought.merchant), random)
  const authorized = actOf(bought, bought.at, async (world) => {
    const credentials = bought.credentials?.() ?? { cardId: demoObjectNamed(world.cards, bought.card) }
    const answer = await world.admin.network.authorize({ ...credentials, amount: bought.cents, merchant })
    if (answer.decision === 'approve') transactionId = answer.transactionId
    bought.told?.(answer)
  })
  const later = aftermath(bought, random).map(({ at, run }): DemoAct => ({
    ...actOf(bought, at, async (world) => transactionId && nullIfRefusedByPurser(run(world, transactionId))),
    inAnyOrder: true, // such acts of one purchase are on different days
  }))
  return [authorized, ...later]
}

const actOf = ({ department }: DemoPurchase, at: number, run: DemoAct['run']): DemoAct => ({ at, department, run })

interface Step {
  readonly at: number
  run(world: DemoCompanyObjects, transactionId: string): Promise<unknown>
}

const settled = (at: number, amount?: number, final = true): Step => ({
  at,
  run: ({ admin }, id) => admin.network.settle(id, { final, ...(amount !== undefined && { amount }) }),
})
const reversed = (at: number): Step => ({ at, run: ({ admin }, id) => admin.network.reverse(id) })
const refunded = (at: number, amount: number): Step => ({
  at,
  run: ({ admin }, transactionId) => admin.network.refund({ transactionId, amount }),
})

/** Draws what follows an authorization. Most purchases are settled with the authorized amount. */
function aftermath({ at, cents, merchant }: DemoPurchase, random: SeededRandom): Step[] {
  const lot = random.next()
  const soon = randomMinutes(random, 20, 90)
  const clearing = clearingAfter(at, random.pick([1, 1, 1, 1, 2, 2, 3]))
  const isPriced = ['4121', '5811'].includes(demoMerchantOf(merchant).mcc)
  const part = (share: number) => Math.max(1, Math.round(cents * share))
  if (lot < 0.015) return [reversed(at + soon)]
  if (lot < 0.035)
    return [settled(clearing, part(0.6), false), settled(clearing + DAY_MS, Math.max(1, cents - part(0.6)))]
  if (lot < 0.06) {
    return [settled(clearing), refunded(clearing + random.whole(3, 9) * DAY_MS + soon, random.pick([cents, part(0.5)]))]
  }
  if (lot < 0.07) return [] // nobody hands it in: the hold expires
  if (lot < 0.09) return [settled(clearing, part(0.92))]
  if (lot < 0.12 && isPriced) return [settled(clearing, part(1.1))] // with a tip
  return [settled(clearing)]
}

/** An increment of an authorized purchase some hours later, while nothing is settled: a minibar, a late check-out. */
export const demoIncrementAct = (of: DemoPurchase, cents: number, transactionId: () => string | null): DemoAct =>
  actOf(of, of.at + 9 * HOUR_MS + 7 * MINUTE_MS, async ({ admin }) => {
    const id = transactionId()
    return id && nullIfRefusedByPurser(admin.network.increment(id, { amount: cents }))
  })

const [CAPITALS, DIGITS] = ['ABCDEFGHJKLMNPQRSTUVWXYZ'.split(''), '123456789'.split('')]
/** The pattern of an order number of a marketplace: digits and letters in turns. */
const ORDER = [DIGITS, CAPITALS, DIGITS, CAPITALS, CAPITALS, DIGITS]

export const merchantOnStatement = ({ name, ...merchant }: DemoMerchant, random: SeededRandom): DemoMerchant => ({
  ...merchant,
  name: name.replace('{order}', () => ORDER.map((signs) => random.pick(signs)).join('')),
})
