import type { PolicyLevel } from '../../contract/policy.ts'
import type { ResourceChangesOfAct } from '../audit/audited-act.ts'
import type { DomainEvent } from './events.ts'

/** A customer, an agent or a card, as it is after a change. */
export interface ChangedCustomerAgentOrCard {
  readonly level: PolicyLevel
  readonly id: string
  readonly accountId: string
  readonly customerId: string
  readonly agentId: string | null
  readonly cardId: string | null
  /** The id of the version of the level's policy and limits after the change. */
  readonly version: string
}

const isRule = (path: string): boolean => path.startsWith('policy.') || path.startsWith('limits.')

/** Whether a change touches a field of the policy or of the limits. */
export const changesPolicyOrLimits = ({ changes }: ResourceChangesOfAct): boolean =>
  changes.some(({ path }) => isRule(path))

/**
 * Makes the `policy.changed` event of a change (contract, section 12). If the change touches no field of a policy or of limits, there is no
 * event, and `level` is not called.
 */
export function policyChangedEvents(
  level: () => ChangedCustomerAgentOrCard,
  { changes }: ResourceChangesOfAct,
  at: number,
): DomainEvent[] {
  const rules = changes.map(({ path }) => path).filter(isRule)
  if (rules.length === 0) return []
  const { accountId, ...changed } = level()
  const data = { ...changed, changed: rules }
  return [{ type: 'policy.changed', data, accountId, customerId: changed.customerId, at }]
}

/** The top-level fields that a resource's change touches. For a field of a policy that is `policy`. */
export const changedResourceFields = ({ changes }: ResourceChangesOfAct): string[] => [
  ...new Set(changes.map(({ path }) => (isRule(path) ? path.slice(0, path.indexOf('.')) : path))),
]
