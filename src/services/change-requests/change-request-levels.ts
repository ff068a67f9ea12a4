import type { WantedChange } from '../../contract/resources/change-requests.ts'
import { patchFor } from '../../domain/intents/change-request-patch.ts'
import type { ChangedLevel } from '../../domain/exposure/changed-facts.ts'
import { agentChange, cardChange } from '../../domain/changes/audited.ts'
import type { AgentChange, WholeAgent } from '../../domain/changes/agent.ts'
import type { CardChange, WholeCard } from '../../domain/changes/card.ts'
import type { ChangeRequestState } from '../../domain/changes/change-request.ts'
import type { WholeCustomer } from '../../domain/changes/customer.ts'
import type { FieldChange } from '../../domain/audit/record.ts'
import { agentLife } from '../../domain/lifecycles/agent.ts'
import { cardLife } from '../../domain/lifecycles/card.ts'
import { isFinal } from '../../domain/lifecycles/moves.ts'
import { warningsOf } from '../../domain/warnings/policy-summary.ts'
import type { PolicyWarning } from '../../domain/warnings/warning.ts'
import { present } from '../../lib/assert.ts'
import { findAgent } from '../../store/customers/agents.ts'
import { type Card } from '../../store/cards/cards.ts'
import { readCardFamily } from '../../store/cards/card-family.ts'
import { findCustomer } from '../../store/customers/customers.ts'
import { wholeCard } from '../../store/rows/states.ts'
import type { Db } from '../../store/connection/db.ts'
import { patchedAgent } from '../agents/agents.ts'
import { patchedCard } from '../cards/cards.ts'

/** The levels that a change request is about: a card with the levels above it, or an agent with its customer. */
export type ChangeRequestLevels =
  | { readonly customer: WholeCustomer; readonly agent: WholeAgent | null; readonly card: Card }
  | { readonly customer: WholeCustomer; readonly agent: WholeAgent; readonly card: null }

type Subject = Pick<ChangeRequestState, 'accountId' | 'customerId' | 'agentId' | 'cardId'>

/** Reads the levels of a change request (card, agent, customer) as they are now. Undefined: the agent was deleted. */
export async function levelsOf(db: Db, request: Subject): Promise<ChangeRequestLevels | undefined> {
  const scope = { accountId: request.accountId, agentId: null }
  if (request.cardId !== null) return readCardFamily(db, scope, request.cardId)
  const agent = await findAgent(db, scope, present(request.agentId, 'a change is of a card or an agent'))
  const customer = await findCustomer(db, request.accountId, request.customerId)
  return agent && { customer: present(customer, 'an agent has a customer'), agent, card: null }
}

/** Whether the card is closed or the agent disabled, so that neither can be changed any more. */
export const isEnded = ({ agent, card }: ChangeRequestLevels): boolean =>
  card === null ? isFinal(agentLife, agent.status) : isFinal(cardLife, card.status)

/** The changes that approving a change request would make. */
export interface Preview {
  /** The changes to save, of the agent or of the card. */
  readonly made: { readonly agents: readonly AgentChange[]; readonly cards: readonly CardChange<WholeCard>[] }
  /** The card or the agent after the change. */
  readonly after: ChangedLevel
  readonly changes: FieldChange[]
  /** Computes the warnings about the result. Lists have none: their lists of merchants would be compared for each request. */
  readonly warnings: () => PolicyWarning[]
}

/** Previews the approval of a change request. Throws the errors that a PATCH with the same change would get. `now`: Unix milliseconds. */
export function previewOf(levels: ChangeRequestLevels, wanted: WantedChange, now: number): Preview {
  const { customer, agent, card } = levels
  const patch = patchFor(levels, wanted)
  if (card === null) {
    const change = patchedAgent({ customer, agent }, patch, now)
    const { before, after } = change
    const warnings = () => warningsOf({ customer, agent: after, card: null })
    const changes = changed(agentChange(before, after))
    return { made: { agents: [change], cards: [] }, after: { agent: after }, changes, warnings }
  }
  const before = wholeCard(card)
  const cards = patchedCard({ customer, agent, card: before }, patch, now)
  const after = cards.at(-1)?.after ?? before
  const warnings = () => warningsOf({ customer, agent, card: after })
  const changes = changed(cardChange(before, after))
  return { made: { agents: [], cards }, after: { card: after }, changes, warnings }
}

const changed = ({ changes }: { readonly changes: readonly FieldChange[] }): FieldChange[] => [...changes]
