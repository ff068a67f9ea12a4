import { MINUTE_MS } from '../../../src/lib/clock.ts'
import { demoDepartments } from '../departments/company.ts'
import { demoIncidents } from '../departments/incidents.ts'
import { openDeclaredPurchases } from '../departments/open-now.ts'
import type { DemoDepartment, DeclaredPurchase } from '../departments/profiles.ts'
import { demoChangeRequests } from '../departments/wishes.ts'
import type { DemoAct } from './act.ts'
import { declaredPurchaseActs, declaredPurchaseRunActs, type DeclaredPurchaseRun } from './errands.ts'
import { monthlyBillActs, recurringPurchaseActs, type CardHolder } from './habits.ts'
import { demoIncidentActs } from './incidents.ts'
import { demoDepartmentActs } from './set-up.ts'
import type { DemoTimes } from './story.ts'
import { demoChangeRequestActs } from './wishes.ts'

/** All acts of a story until its end, in the order of time. The same story has the same plan. */
export function planDemoActs(story: DemoTimes): DemoAct[] {
  const acts = [
    ...demoDepartments.flatMap((department, index) => demoDepartmentActs(story, department, index)),
    ...demoDepartments.flatMap(holdersOf).flatMap((holder) => everyDay(story, holder)),
    ...demoIncidents.flatMap((incident) => demoIncidentActs(story, incident, departmentOf)),
    ...openDeclaredPurchases.flatMap((open) => underWay(story, open)),
    ...demoChangeRequests.flatMap((wish) =>
      holdersOfCard(wish.card).flatMap((holder) => demoChangeRequestActs(story, holder, wish)),
    ),
  ]
  return acts.filter(({ at }) => at >= story.opening && at <= story.until).toSorted((one, other) => one.at - other.at)
}

type Owned = CardHolder & { readonly approver: string }

const holdersOf = ({ name: department, approver, agents }: DemoDepartment): Owned[] =>
  agents.flatMap(({ id: agent, cards }) => cards.map((card) => ({ department, approver, agent, card })))

const holdersOfCard = (label: string): Owned[] =>
  demoDepartments.flatMap(holdersOf).filter(({ card }) => card.label === label)

function everyDay(story: DemoTimes, holder: Owned): DemoAct[] {
  const { habits = [], bills = [], errands: all = [] } = holder.card
  return [
    ...habits.flatMap((habit) => recurringPurchaseActs(story, holder, habit)),
    ...bills.flatMap((bill) => monthlyBillActs(story, holder, bill)),
    ...all.flatMap((errand) => declaredPurchaseActs(story, { ...holder, errand })),
  ]
}

/** The name of the department that a card (by label), an agent or a customer belongs to. */
function departmentOf(name: string): string {
  const found = demoDepartments.find(
    (department) =>
      department.name === name ||
      department.agents.some(({ id, cards }) => id === name || cards.some(({ label }) => label === name)),
  )
  if (found === undefined) throw new Error(`Nobody in the company is called ${name}.`)
  return found.name
}

function underWay(
  story: DemoTimes,
  { card: label, minutesAgo, cents }: (typeof openDeclaredPurchases)[number],
): DemoAct[] {
  const random = story.random(`open ${label} ${minutesAgo}`)
  const at = story.until - minutesAgo * MINUTE_MS - random.whole(0, MINUTE_MS - 1)
  return holdersOfCard(label)
    .flatMap((holder) =>
      (holder.card.errands ?? []).map((errand): DeclaredPurchaseRun => ({ ...holder, errand: priced(errand, cents) })),
    )
    .flatMap((run) => declaredPurchaseRunActs(run, { at, outcome: 'waiting' }, random))
}

const priced = (errand: DeclaredPurchase, cents: number | undefined): DeclaredPurchase =>
  cents === undefined ? errand : { ...errand, cents, spread: 0 }
