import type { AgentState, CardState, CustomerState, SpendingSubject } from '../entities.ts'
import type { ExposureInputs } from './exposure.ts'

type Rules<Level> = Pick<Level, Extract<keyof Level, 'id' | 'policy' | 'limits' | 'status' | 'usage'>>

/** A customer, an agent or a card with the rules and the status that it would have after a change. */
export type LevelWithProposedRules =
  | { readonly customer: Rules<CustomerState> }
  | { readonly agent: Rules<AgentState> }
  | { readonly card: Rules<CardState> }

/** Returns the facts of an exposure as they would be after a change of one level. */
export const exposureInputsWithLevelChange = (facts: ExposureInputs, change: LevelWithProposedRules): ExposureInputs =>
  eachSubject(facts, (subject) => {
    const { customer, agent, card } = { customer: undefined, agent: undefined, card: undefined, ...change }
    return {
      ...subject,
      ...(customer && { customer: changed(subject.customer, customer) }),
      ...(agent && subject.agent && { agent: changed(subject.agent, agent) }),
      ...(card && subject.card && { card: changed(subject.card, card) }),
    }
  })

/** Returns the facts of an exposure as if nothing were frozen, paused or suspended. Final statuses stay as they are. */
export const exposureInputsWithoutPauses = (facts: ExposureInputs): ExposureInputs =>
  eachSubject(facts, (subject) => ({
    ...subject,
    customer: { ...subject.customer, status: 'active' },
    agent: subject.agent?.status === 'paused' ? { ...subject.agent, status: 'active' } : subject.agent,
    card: subject.card?.status === 'frozen' ? { ...subject.card, status: 'active' } : subject.card,
  }))

const eachSubject = (facts: ExposureInputs, change: (subject: SpendingSubject) => SpendingSubject): ExposureInputs => ({
  ...facts,
  subject: change(facts.subject),
  cards: facts.cards.map(change),
})

/**
 * Replaces the rules, the status and the usage of a level by those of `after`. Only the fields are copied on which an exposure depends,
 * because `after` may be a database row with more fields.
 */
function changed<Level extends { readonly id: string }>(level: Level, after: Rules<Level>): Level {
  if (level.id !== after.id) return level
  const { policy, limits, status, usage } = after as Partial<Pick<CardState, 'policy' | 'limits' | 'status' | 'usage'>>
  return { ...level, policy, limits, status, ...(usage && { usage }) }
}
