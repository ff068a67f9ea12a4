import type { PolicyLevel } from '../../contract/policy.ts'
import type { ResourceChange } from '../audit/record.ts'
import type { DomainEvent } from './events.ts'

/** A customer, an agent or a card after a change. */
export interface ChangedLevel {
  readonly level: PolicyLevel
  readonly id: string
  readonly accountId: string
  readonly customerId: string
  readonly agentId: string | null
  readonly cardId: string | null
  /** Names the policy and limits that it has now. */
  readonly version: string
}

const isRule = (path: string): boolean => path.startsWith('policy.') || path.startsWith('limits.')

/** Whether a change is one of the policy or the limits. */
export const touchesRules = ({ changes }: ResourceChange): boolean => changes.some(({ path }) => isRule(path))

/** What webhooks are told where rules were changed (contract, section 12). Without such a change: nothing, and the level is not named. */
export function policyChanged(level: () => ChangedLevel, { changes }: ResourceChange, at: number): DomainEvent[] {
  const rules = changes.map(({ path }) => path).filter(isRule)
  if (rules.length === 0) return []
  const { accountId, ...told } = level()
  const data = { ...told, changed: rules }
  return [{ type: 'policy.changed', data, accountId, customerId: told.customerId, at }]
}

/** The fields that a request names: of a policy, `policy`. */
export const changedFields = ({ changes }: ResourceChange): string[] => [
  ...new Set(changes.map(({ path }) => (isRule(path) ? path.slice(0, path.indexOf('.')) : path))),
]
