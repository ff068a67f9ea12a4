import type { AgentState, CardState, CustomerState, Subject } from '../entities.ts'
import type { ExposureFacts } from './exposure.ts'

type Rules<Level> = Pick<Level, Extract<keyof Level, 'id' | 'policy' | 'limits' | 'status' | 'usage'>>

/** One level as a change would leave it. */
export type ChangedLevel =
  | { readonly customer: Rules<CustomerState> }
  | { readonly agent: Rules<AgentState> }
  | { readonly card: Rules<CardState> }

/** What an exposure would be computed from after a change of one level. */
export const withChange = (facts: ExposureFacts, change: ChangedLevel): ExposureFacts =>
  eachSubject(facts, (subject) => {
    const { customer, agent, card } = { customer: undefined, agent: undefined, card: undefined, ...change }
    return {
      ...subject,
      ...(customer && { customer: changed(subject.customer, customer) }),
      ...(agent && subject.agent && { agent: changed(subject.agent, agent) }),
      ...(card && subject.card && { card: changed(subject.card, card) }),
    }
  })

/** The same where nothing is frozen, paused or suspended. What is final stays so. */
export const withoutPauses = (facts: ExposureFacts): ExposureFacts =>
  eachSubject(facts, (subject) => ({
    ...subject,
    customer: { ...subject.customer, status: 'active' },
    agent: subject.agent?.status === 'paused' ? { ...subject.agent, status: 'active' } : subject.agent,
    card: subject.card?.status === 'frozen' ? { ...subject.card, status: 'active' } : subject.card,
  }))

const eachSubject = (facts: ExposureFacts, change: (subject: Subject) => Subject): ExposureFacts => ({
  ...facts,
  subject: change(facts.subject),
  cards: facts.cards.map(change),
})

/** Rows have more fields than a decision reads: those alone are taken that bound an exposure. */
function changed<Level extends { readonly id: string }>(level: Level, after: Rules<Level>): Level {
  if (level.id !== after.id) return level
  const { policy, limits, status, usage } = after as Partial<Pick<CardState, 'policy' | 'limits' | 'status' | 'usage'>>
  return { ...level, policy, limits, status, ...(usage && { usage }) }
}
