import { MINUTE_MS } from '../../../src/lib/clock.ts'
import { company } from '../departments/company.ts'
import { incidents } from '../departments/incidents.ts'
import { openErrands } from '../departments/open-now.ts'
import type { Department, DeclaredErrand } from '../departments/profiles.ts'
import { changeWishes } from '../departments/wishes.ts'
import type { StoryAct } from './act.ts'
import { errandActs, errandRunActs, type ErrandRun } from './errands.ts'
import { billActs, habitActs, type CardHolder } from './habits.ts'
import { incidentActs } from './incidents.ts'
import { departmentActs } from './set-up.ts'
import type { StoryTimes } from './story.ts'
import { wishActs } from './wishes.ts'

/** All acts of a story until its end, in the order of time. The same story has the same plan. */
export function storyPlan(story: StoryTimes): StoryAct[] {
  const acts = [
    ...company.flatMap((department, index) => departmentActs(story, department, index)),
    ...company.flatMap(holdersOf).flatMap((holder) => everyDay(story, holder)),
    ...incidents.flatMap((incident) => incidentActs(story, incident, departmentOf)),
    ...openErrands.flatMap((open) => underWay(story, open)),
    ...changeWishes.flatMap((wish) => holdersOfCard(wish.card).flatMap((holder) => wishActs(story, holder, wish))),
  ]
  return acts.filter(({ at }) => at >= story.opening && at <= story.until).toSorted((one, other) => one.at - other.at)
}

type Owned = CardHolder & { readonly approver: string }

const holdersOf = ({ name: department, approver, agents }: Department): Owned[] =>
  agents.flatMap(({ id: agent, cards }) => cards.map((card) => ({ department, approver, agent, card })))

const holdersOfCard = (label: string): Owned[] => company.flatMap(holdersOf).filter(({ card }) => card.label === label)

function everyDay(story: StoryTimes, holder: Owned): StoryAct[] {
  const { habits = [], bills = [], errands: all = [] } = holder.card
  return [
    ...habits.flatMap((habit) => habitActs(story, holder, habit)),
    ...bills.flatMap((bill) => billActs(story, holder, bill)),
    ...all.flatMap((errand) => errandActs(story, { ...holder, errand })),
  ]
}

/** The name of the department that a card (by label), an agent or a customer belongs to. */
function departmentOf(name: string): string {
  const found = company.find(
    (department) =>
      department.name === name ||
      department.agents.some(({ id, cards }) => id === name || cards.some(({ label }) => label === name)),
  )
  if (found === undefined) throw new Error(`Nobody in the company is called ${name}.`)
  return found.name
}

function underWay(story: StoryTimes, { card: label, minutesAgo, cents }: (typeof openErrands)[number]): StoryAct[] {
  const random = story.random(`open ${label} ${minutesAgo}`)
  const at = story.until - minutesAgo * MINUTE_MS - random.whole(0, MINUTE_MS - 1)
  return holdersOfCard(label)
    .flatMap((holder) =>
      (holder.card.errands ?? []).map((errand): ErrandRun => ({ ...holder, errand: priced(errand, cents) })),
    )
    .flatMap((run) => errandRunActs(run, { at, outcome: 'waiting' }, random))
}

const priced = (errand: DeclaredErrand, cents: number | undefined): DeclaredErrand =>
  cents === undefined ? errand : { ...errand, cents, spread: 0 }
