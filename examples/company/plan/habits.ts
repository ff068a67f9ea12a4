import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/lib/clock.ts'
import { nullIfRefusedByPurser } from '../api.ts'
import { demoMerchantOf } from '../departments/merchants.ts'
import type { MonthlyBill, CardProfile, RecurringPurchase } from '../departments/profiles.ts'
import { type DemoAct, demoObjectNamed } from './act.ts'
import { type CardCredentials, demoPurchaseActs } from './purchase.ts'
import { cardIssuedAt } from './set-up.ts'
import { randomTimeOfDay, randomOfficeHour, type DemoTimes } from './story.ts'

/** A card of the demo company, with the department and the agent that buy with it. */
export interface CardHolder {
  readonly department: string
  readonly agent: string
  readonly card: CardProfile
}

const USUAL_WEEKEND = 0.15
/** How long before the purchase an agent reads the card number, in milliseconds. */
const READS_BEFORE_MS = 1.5 * MINUTE_MS

/** The period in which the demo company buys with a card: from two hours after the card was made to its end, in Unix milliseconds. */
export function cardActivePeriod(story: DemoTimes, card: CardProfile): { from: number; to: number } {
  const issued = cardIssuedAt(story, card)
  const { ttlDays, ttlMinutes } = card.policy ?? {}
  const ends = [
    card.retired === undefined ? story.until : story.dayStart(story.dayAt(card.retired)),
    ttlDays === undefined ? story.until : issued + ttlDays * DAY_MS,
    ttlMinutes === undefined ? story.until : issued + ttlMinutes * MINUTE_MS,
  ]
  return { from: issued + 2 * HOUR_MS, to: Math.min(...ends) }
}

export function recurringPurchaseActs(story: DemoTimes, holder: CardHolder, habit: RecurringPurchase): DemoAct[] {
  const random = story.random(`habit ${holder.card.label} ${habit.at}`)
  const life = cardActivePeriod(story, holder.card)
  const acts: DemoAct[] = []
  for (let day = 0; day <= story.days; day += 1) {
    const share = story.isWeekend(day) ? (habit.weekend ?? USUAL_WEEKEND) : 1
    for (let left = random.count(habit.perDay * share * story.growth(day)); left > 0; left -= 1) {
      const at = story.dayStart(day) + (habit.aroundTheClock ? randomTimeOfDay(random) : randomOfficeHour(random))
      const cents = Math.round(habit.cents * random.factor(habit.spread))
      const made = bought(holder, habit, { at, cents }, random)
      if (at >= life.from && at < life.to) acts.push(...made)
    }
  }
  return acts
}

function bought(
  { department, agent, card }: CardHolder,
  { at: merchant, attested }: RecurringPurchase,
  { at, cents }: { at: number; cents: number },
  random: ReturnType<DemoTimes['random']>,
): DemoAct[] {
  const basis = { at, cents, department, merchant, card: card.label }
  if (attested === undefined) return demoPurchaseActs(basis, random)
  let credentials: CardCredentials | null = null
  const read: DemoAct = {
    at: at - READS_BEFORE_MS,
    department,
    run: async ({ keys, cards }) => {
      const [api, cardId] = [demoObjectNamed(keys, agent), demoObjectNamed(cards, card.label)]
      const purpose = { purpose: attested, expectedAmount: cents, merchant: demoMerchantOf(merchant).name }
      await nullIfRefusedByPurser(api.cards.requestAccess(cardId, purpose))
      credentials = cardCredentialsIn(await nullIfRefusedByPurser(api.cards.details(cardId)))
    },
  }
  return [read, ...demoPurchaseActs({ ...basis, credentials: () => credentials }, random)]
}

/** The card credentials without the other fields of the answer, which no merchant has. */
export const cardCredentialsIn = (details: CardCredentials | null): CardCredentials | null =>
  details && { pan: details.pan, exp: details.exp, cvv: details.cvv }

/** The time of day at which bills come, in milliseconds: early in the morning. */
const BILLED_MS = 4 * HOUR_MS

export function monthlyBillActs(story: DemoTimes, { department, card }: CardHolder, bill: MonthlyBill): DemoAct[] {
  const random = story.random(`bill ${card.label} ${bill.at}`)
  const life = cardActivePeriod(story, card)
  const acts: DemoAct[] = []
  for (let day = 0; day <= story.days; day += 1) {
    if (new Date(story.dayStart(day)).getUTCDate() !== bill.day) continue
    const at = story.dayStart(day) + BILLED_MS + random.whole(0, HOUR_MS)
    const cents = Math.round(bill.cents * random.factor(bill.spread ?? 0))
    const made = demoPurchaseActs({ at, cents, department, merchant: bill.at, card: card.label }, random)
    if (at >= life.from && at < life.to) acts.push(...made)
  }
  return acts
}
