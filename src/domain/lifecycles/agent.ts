import type { AgentState } from '../entities.ts'
import type { Lifecycle } from './moves.ts'

/** The life of an agent (contract, section 8). Disabled is final. Nothing is told of it. */
export const agentLife = {
  active: { from: ['paused'], by: ['update'], event: null },
  paused: { from: ['active'], by: ['update'], event: null },
  disabled: { from: ['active', 'paused'], by: ['update', 'deletion'], event: null },
} as const satisfies Lifecycle<AgentState['status'], 'update' | 'deletion', null>
