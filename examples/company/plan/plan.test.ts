import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../src/lib/clock.ts'
import { demoDepartments } from '../departments/company.ts'
import { planDemoActs } from './plan.ts'
import { demoTimes } from './story.ts'

const until = Date.UTC(2026, 5, 17, 15)
const story = demoTimes({ seed: 1, days: 90, purchases: 50, until })
const outline = (seed: number) =>
  planDemoActs(demoTimes({ ...story, seed })).map(({ at, department }) => `${at} ${department}`)

describe('the plan of a story', () => {
  it('is the same for the same seed, and another for another', () => {
    expect(outline(1)).toEqual(outline(1))
    expect(outline(1)).not.toEqual(outline(2))
  })

  it('begins so many days before its end, and is in the order of time', () => {
    const moments = planDemoActs(story).map(({ at }) => at)
    expect(moments).toEqual(moments.toSorted((one, other) => one - other))
    expect(moments[0]).toBeGreaterThanOrEqual(story.opening)
    expect(moments.at(-1)).toBeLessThanOrEqual(until)
    expect(Math.floor(until / DAY_MS) - Math.floor(story.opening / DAY_MS)).toBe(90)
  })

  it('has less on a Sunday than on a Wednesday, and more at its end than at its begin', () => {
    const acts = planDemoActs(story)
    const on = (first: number) => acts.filter(({ at }) => at >= first && at < first + DAY_MS).length
    const weeks = [7, 8, 9, 10].map((week) => story.dayStart(week * 7 + 4)) // the first day is a Thursday
    const sum = (moments: number[]) => moments.reduce((total, moment) => total + on(moment), 0)
    expect(new Date(weeks[0] as number).getUTCDay()).toBe(1)
    const [sundays, wednesdays] = [weeks.map((at) => at - DAY_MS), weeks.map((at) => at + 2 * DAY_MS)]
    expect(sum(sundays)).toBeLessThan(sum(wednesdays) * 0.6)
    expect(sum(wednesdays)).toBeGreaterThan(sum(wednesdays.map((at) => at - 49 * DAY_MS)))
  })
})

describe('the company', () => {
  it('has 5 departments, 2 offices abroad, 22 agents and 62 cards, each with a name of its own', () => {
    const agents = demoDepartments.flatMap((department) => department.agents)
    const labels = agents.flatMap(({ cards }) => cards.map(({ label }) => label))
    expect([demoDepartments.length, agents.length, labels.length, new Set(labels).size]).toEqual([7, 22, 62, 62])
    expect(new Set(agents.map(({ id }) => id)).size).toBe(22)
  })
})
