import type { AgentState } from '../entities.ts'
import type { ResourceLifecycle } from './moves.ts'

/**
 * The status changes of an agent (contract, section 8). `disabled` is final. No status change has an event of its own.
 */
export const agentLifecycle = {
  active: { from: ['paused'], by: ['update'], event: null },
  paused: { from: ['active'], by: ['update'], event: null },
  disabled: { from: ['active', 'paused'], by: ['update', 'deletion'], event: null },
} as const satisfies ResourceLifecycle<AgentState['status'], 'update' | 'deletion', null>
