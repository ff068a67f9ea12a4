import { MINUTE_MS } from '../../../src/lib/clock.ts'
import { company } from '../departments/company.ts'
import { incidents } from '../departments/incidents.ts'
import { openNow } from '../departments/open-now.ts'
import type { Department, Errand } from '../departments/profiles.ts'
import { wishes } from '../departments/wishes.ts'
import type { Act } from './act.ts'
import { errands, oneErrand, type Run } from './errands.ts'
import { billed, habitual, type Place } from './habits.ts'
import { happens } from './incidents.ts'
import { setUp } from './set-up.ts'
import type { Story } from './story.ts'
import { wished } from './wishes.ts'

/** All that happens in a story until its end, in the order of time. The same story has the same plan. */
export function planOf(story: Story): Act[] {
  const acts = [
    ...company.flatMap((department, index) => setUp(story, department, index)),
    ...company.flatMap(placesOf).flatMap((place) => everyDay(story, place)),
    ...incidents.flatMap((incident) => happens(story, incident, departmentOf)),
    ...openNow.flatMap((open) => underWay(story, open)),
    ...wishes.flatMap((wish) => placesNamed(wish.card).flatMap((place) => wished(story, place, wish))),
  ]
  return acts.filter(({ at }) => at >= story.opening && at <= story.until).toSorted((one, other) => one.at - other.at)
}

type Owned = Place & { readonly approver: string }

const placesOf = ({ name: department, approver, agents }: Department): Owned[] =>
  agents.flatMap(({ id: agent, cards }) => cards.map((card) => ({ department, approver, agent, card })))

const placesNamed = (label: string): Owned[] => company.flatMap(placesOf).filter(({ card }) => card.label === label)

function everyDay(story: Story, place: Owned): Act[] {
  const { habits = [], bills = [], errands: all = [] } = place.card
  return [
    ...habits.flatMap((habit) => habitual(story, place, habit)),
    ...bills.flatMap((bill) => billed(story, place, bill)),
    ...all.flatMap((errand) => errands(story, { ...place, errand })),
  ]
}

/** The customer of a card, by its label, of an agent, or of itself. */
function departmentOf(name: string): string {
  const found = company.find(
    (department) =>
      department.name === name ||
      department.agents.some(({ id, cards }) => id === name || cards.some(({ label }) => label === name)),
  )
  if (found === undefined) throw new Error(`Nobody in the company is called ${name}.`)
  return found.name
}

function underWay(story: Story, { card: label, minutesAgo, cents }: (typeof openNow)[number]): Act[] {
  const random = story.random(`open ${label} ${minutesAgo}`)
  const at = story.until - minutesAgo * MINUTE_MS - random.whole(0, MINUTE_MS - 1)
  return placesNamed(label)
    .flatMap((place) => (place.card.errands ?? []).map((errand): Run => ({ ...place, errand: priced(errand, cents) })))
    .flatMap((run) => oneErrand(run, { at, outcome: 'waiting' }, random))
}

const priced = (errand: Errand, cents: number | undefined): Errand =>
  cents === undefined ? errand : { ...errand, cents, spread: 0 }
