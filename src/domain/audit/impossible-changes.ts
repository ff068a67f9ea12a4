import { agentLifecycle } from '../lifecycles/agent.ts'
import { cardLifecycle } from '../lifecycles/card.ts'
import { challengeLifecycle } from '../lifecycles/challenge.ts'
import { changeRequestLifecycle } from '../lifecycles/change-request.ts'
import { intentLifecycle } from '../lifecycles/intent.ts'
import { subscriptionLifecycle } from '../lifecycles/subscription.ts'
import { lifecycleAllowsStatusChange, isFinalLifecycleStatus } from '../lifecycles/moves.ts'
import type { ResourceFieldChange, ResourceType } from './audited-act.ts'

/** The changes that a resource beneath a customer can undergo. */
interface Life {
  readonly moves: Readonly<Record<string, { readonly from: readonly string[] }>>
  /** Fields that cannot change any more once the resource's status is final. `policy` and `limits` stand for all of their members. */
  readonly settled: readonly string[]
}

const RULES = ['policy', 'shadowPolicy', 'limits']

const lives: Partial<Record<ResourceType, Life>> = {
  agent: { moves: agentLifecycle, settled: RULES },
  card: {
    moves: cardLifecycle,
    settled: [...RULES, 'usage', 'label', 'configuration', 'metadata', 'billing', 'shipping'],
  },
  intent: { moves: intentLifecycle, settled: ['decidedBy', 'decidedAt', 'canceledAt', 'transactionId', 'approval'] },
  challenge: {
    moves: challengeLifecycle,
    settled: ['amount', 'merchant', 'intentId', 'decidedBy', 'decidedAt', 'note'],
  },
  change_request: { moves: changeRequestLifecycle, settled: ['wanted', 'changes', 'decidedBy', 'decidedAt', 'note'] },
  subscription: {
    moves: subscriptionLifecycle,
    settled: ['merchant', 'maxAmount', 'interval', 'decidedBy', 'decidedAt', 'activatedAt', 'canceledAt', 'until'],
  },
}

/**
 * Finds the changes of one audit entry that nobody can have made, given the status that the resource had before. Requests, sweeps and
 * batches refuse such changes by the same lifecycles, so somebody else has written them. `status`: the resource's status before; undefined:
 * not known, or the resource is new.
 */
export function impossibleAuditChanges(
  type: ResourceType,
  status: string | undefined,
  changes: readonly ResourceFieldChange[],
): readonly ResourceFieldChange[] {
  const life = lives[type]
  if (life === undefined) return []
  return changes.filter(({ path, before, after }) => {
    if (path === 'status') return isStatus(before) && !(isStatus(after) && isMove(life, before, after))
    return status !== undefined && isEnded(life, status) && life.settled.includes(fieldOf(path))
  })
}

const isStatus = (value: unknown): value is string => typeof value === 'string'
const isKnown = ({ moves }: Life, status: string): boolean => Object.hasOwn(moves, status)
const isMove = (life: Life, from: string, to: string): boolean =>
  isKnown(life, to) && lifecycleAllowsStatusChange(life.moves, from, to)
const isEnded = (life: Life, status: string): boolean =>
  isKnown(life, status) && isFinalLifecycleStatus(life.moves, status)
const fieldOf = (path: string): string => path.split('.', 1)[0] ?? path
