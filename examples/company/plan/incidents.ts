import { HOUR_MS, MINUTE_MS } from '../../../src/lib/clock.ts'
import type { IncidentPurchase, DemoIncident } from '../departments/incidents.ts'
import { demoMerchantOf } from '../departments/merchants.ts'
import { type DemoAct, demoObjectNamed, type DemoCompanyObjects } from './act.ts'
import { merchantOnStatement } from './purchase.ts'
import type { DemoTimes } from './story.ts'

/** Incidents begin an hour after the story's opening, because their cards have to be made first, however short the story is. */
const SET_UP_MS = HOUR_MS

export function demoIncidentActs(
  story: DemoTimes,
  { first, every, at, what }: DemoIncident,
  departmentOf: (name: string) => string,
): DemoAct[] {
  const random = story.random(`incident ${JSON.stringify(what)} ${at}`)
  const acts: DemoAct[] = []
  for (let day = story.dayAt(first); day <= story.days; day += every ?? Number.POSITIVE_INFINITY) {
    // Incidents happen some seconds after the full minute, because nobody is that exact.
    const moment = story.dayStart(day) + minuteOf(at) * MINUTE_MS + random.whole(0, MINUTE_MS - 1)
    const name = 'card' in what ? what.card : 'agent' in what ? what.agent : what.customer
    if (moment >= story.opening + SET_UP_MS)
      acts.push({ at: moment, department: departmentOf(name), run: (world) => run(what, world, random) })
  }
  return acts
}

const minuteOf = (at: string): number => Number(at.slice(0, 2)) * 60 + Number(at.slice(3))

function run(
  what: IncidentPurchase,
  { admin, agents, cards, customers }: DemoCompanyObjects,
  random: ReturnType<DemoTimes['random']>,
) {
  if ('agent' in what) return admin.agents.update(demoObjectNamed(agents, what.agent), what.becomes)
  if ('customer' in what)
    return admin.customers.update(demoObjectNamed(customers, what.customer), { status: what.becomes })
  const cardId = demoObjectNamed(cards, what.card)
  if ('does' in what) return admin.cards[what.does](cardId)
  if ('captures' in what) {
    return admin.network.forceCapture({ cardId, amount: what.cents, merchant: demoMerchantOf(what.captures) })
  }
  const { buys, cents, currency, exp } = what
  const merchant = merchantOnStatement(demoMerchantOf(buys), random)
  return admin.network.authorize({
    cardId,
    amount: cents,
    merchant,
    ...(currency && { currency }),
    ...(exp && { exp }),
  })
}
