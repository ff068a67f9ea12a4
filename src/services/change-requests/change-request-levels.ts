import type { WantedChange } from '../../contract/resources/change-requests.ts'
import { changeRequestPatch } from '../../domain/intents/change-request-patch.ts'
import type { LevelWithProposedRules } from '../../domain/exposure/changed-facts.ts'
import { agentAuditChange, cardAuditChange } from '../../domain/changes/audited.ts'
import type { UnsavedAgentChange, AgentWithAllFields } from '../../domain/changes/agent.ts'
import type { UnsavedCardChange, CardWithAllFields } from '../../domain/changes/card.ts'
import type { ChangeRequestState } from '../../domain/changes/change-request.ts'
import type { CustomerWithAllFields } from '../../domain/changes/customer.ts'
import type { ResourceFieldChange } from '../../domain/audit/audited-act.ts'
import { agentLifecycle } from '../../domain/lifecycles/agent.ts'
import { cardLifecycle } from '../../domain/lifecycles/card.ts'
import { isFinalLifecycleStatus } from '../../domain/lifecycles/moves.ts'
import { policyWarningsOf } from '../../domain/warnings/policy-summary.ts'
import type { PolicyWarning } from '../../domain/warnings/warning.ts'
import { assertPresent } from '../../lib/assert.ts'
import { readCardsAndAgents } from '../../store/cards/card-family.ts'
import type { Db } from '../../store/connection/db.ts'
import { patchedAgent } from '../agents/agents.ts'
import { patchedCard } from '../cards/cards.ts'

/** The levels that a change request is about: a card with the levels above it, or an agent with its customer. */
export type ChangeRequestLevels =
  | {
      readonly customer: CustomerWithAllFields
      readonly agent: AgentWithAllFields | null
      readonly card: CardWithAllFields
    }
  | { readonly customer: CustomerWithAllFields; readonly agent: AgentWithAllFields; readonly card: null }

type Subject = Pick<ChangeRequestState, 'accountId' | 'customerId' | 'agentId' | 'cardId'>

/** Reads the levels of a change request (card, agent, customer) as they are now. Undefined: the agent was deleted. */
export async function readChangeRequestLevels(db: Db, request: Subject): Promise<ChangeRequestLevels | undefined> {
  const levelsOfOne = await readLevelsOfChangeRequests(db, request.accountId, [request])
  return levelsOfOne(request)
}

/**
 * Reads the levels of several change requests of an account as they are now. Each level is read once, so that its compiled policy serves
 * all requests. Returns a function that finds the levels of a request.
 */
export async function readLevelsOfChangeRequests(
  db: Db,
  accountId: string,
  requests: readonly Subject[],
): Promise<(request: Subject) => ChangeRequestLevels | undefined> {
  const { cards, agents, customers } = await readCardsAndAgents(db, accountId, {
    cardIds: requests.flatMap(({ cardId }) => cardId ?? []),
    agentIds: requests.flatMap(({ cardId, agentId }) => (cardId === null ? (agentId ?? []) : [])),
  })
  return ({ cardId, agentId, customerId }) => {
    if (cardId !== null) {
      const card = assertPresent(cards.get(cardId), 'a card is never deleted')
      const agent = card.agentId === null ? null : assertPresent(agents.get(card.agentId), 'an agent is never erased')
      return { customer: assertPresent(customers.get(card.customerId), 'a card has a customer'), agent, card }
    }
    const agent = agents.get(assertPresent(agentId, 'a change is of a card or an agent'))
    if (agent === undefined || agent.deletedAt !== null) return undefined
    return { customer: assertPresent(customers.get(customerId), 'an agent has a customer'), agent, card: null }
  }
}

/** Whether the card is closed or the agent disabled, so that neither can be changed any more. */
export const isCardClosedOrAgentDisabled = ({ agent, card }: ChangeRequestLevels): boolean =>
  card === null
    ? isFinalLifecycleStatus(agentLifecycle, agent.status)
    : isFinalLifecycleStatus(cardLifecycle, card.status)

/** The changes that approving a change request would make. */
export interface ChangeRequestPreview {
  /** The changes of the agent or of the card that are to be saved. */
  readonly made: {
    readonly agents: readonly UnsavedAgentChange[]
    readonly cards: readonly UnsavedCardChange<CardWithAllFields>[]
  }
  /** The card or the agent as it would be after the change. */
  readonly after: LevelWithProposedRules
  readonly changes: ResourceFieldChange[]
  /**
   * Computes the warnings about the policies after the change. Answers about lists have no warnings, because comparing lists of merchants
   * for each request would take long.
   */
  readonly warnings: () => PolicyWarning[]
}

/** Previews the approval of a change request. Throws the errors that a PATCH with the same change would get. `now`: Unix milliseconds. */
export function previewChangeRequestApproval(
  levels: ChangeRequestLevels,
  wanted: WantedChange,
  now: number,
): ChangeRequestPreview {
  const { customer, agent, card: before } = levels
  const patch = changeRequestPatch(levels, wanted)
  if (before === null) {
    const change = patchedAgent({ customer, agent }, patch, now)
    const { after } = change
    const warnings = () => policyWarningsOf({ customer, agent: after, card: null })
    const changes = changed(agentAuditChange(change.before, after))
    return { made: { agents: [change], cards: [] }, after: { agent: after }, changes, warnings }
  }
  const cards = patchedCard({ customer, agent, card: before }, patch, now)
  const after = cards.at(-1)?.after ?? before
  const warnings = () => policyWarningsOf({ customer, agent, card: after })
  const changes = changed(cardAuditChange(before, after))
  return { made: { agents: [], cards }, after: { card: after }, changes, warnings }
}

const changed = ({ changes }: { readonly changes: readonly ResourceFieldChange[] }): ResourceFieldChange[] => [
  ...changes,
]
