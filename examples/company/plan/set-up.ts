import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/lib/clock.ts'
import type { AgentProfile, CardProfile, DemoDepartment } from '../departments/profiles.ts'
import { type DemoAct, demoObjectNamed } from './act.ts'
import type { DemoTimes } from './story.ts'

/** The time of day at which cards are issued that do not exist from the begin: in the morning, each at its own moment. */
const ISSUED_AT_MS = 9 * HOUR_MS

export const cardIssuedAt = (story: DemoTimes, { issued, label }: CardProfile): number =>
  issued === undefined
    ? story.opening
    : story.dayStart(story.dayAt(issued)) + ISSUED_AT_MS + story.random(`issue ${label}`).whole(0, 30 * MINUTE_MS)

/**
 * The acts that create a department: the customer, then its agents, their keys and cards, some seconds apart, as a person with a script
 * would do it.
 */
export function demoDepartmentActs(story: DemoTimes, department: DemoDepartment, index: number): DemoAct[] {
  const { name, email, costCenter, approver, currency, policy, limits, agents } = department
  let at = story.opening + index * 5 * MINUTE_MS
  const next = () => (at += 5 * SECOND_MS)
  const opened: DemoAct = {
    at: next(),
    department: name,
    run: async ({ admin, customers, keys, connect }) => {
      const body = {
        type: 'business',
        name: { business: name },
        email,
        ...(currency === undefined ? {} : { currency }),
        policy,
        limits,
        costCenter,
      } as const
      customers.set(name, (await admin.customers.create(body)).id)
      keys.set(
        approver,
        connect((await admin.apiKeys.create({ name: approver, role: 'approver', tier: 'pro' })).secret),
      )
    },
  }
  return [opened, ...agents.flatMap((agent) => registered(story, department, agent, next))]
}

function registered(
  story: DemoTimes,
  { name: department }: DemoDepartment,
  agent: AgentProfile,
  next: () => number,
): DemoAct[] {
  const { id, name, purpose, policy, limits, cards } = agent
  const enrolled: DemoAct = {
    at: next(),
    department,
    run: async ({ admin, agents, customers, keys, connect }) => {
      const customerId = demoObjectNamed(customers, department)
      const body = { customerId, externalId: id, name, metadata: { purpose } }
      const { id: agentId } = await admin.agents.create({
        ...body,
        ...(policy && { policy }),
        ...(limits && { limits }),
      })
      agents.set(id, agentId)
      keys.set(id, connect((await admin.apiKeys.create({ name: id, role: 'agent', agentId, tier: 'pro' })).secret))
    },
  }
  return [enrolled, ...cards.map((card) => issued(story, { department, agent: id, card, at: next() }))]
}

interface Issuing {
  readonly department: string
  readonly agent: string
  readonly card: CardProfile
  readonly at: number
}

const issued = (story: DemoTimes, { department, agent, card, at }: Issuing): DemoAct => ({
  at: card.issued === undefined ? at : cardIssuedAt(story, card),
  department,
  run: async ({ admin, agents, cards, customers }) => {
    const { label, usage, policy, limits } = card
    const created = await admin.cards.create({
      customerId: demoObjectNamed(customers, department),
      agentId: demoObjectNamed(agents, agent),
      label,
      ...(usage && { usage }),
      ...(policy && { policy }),
      ...(limits && { limits }),
    })
    cards.set(label, created.id)
  },
})
