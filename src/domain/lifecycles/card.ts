import type { CardEventData, EventType } from '../../contract/events.ts'
import type { CardState } from '../entities.ts'
import type { ResourceLifecycle } from './moves.ts'

/** The reason why a card changes its status. It is the `reason` of the events `card.frozen` and `card.closed`. */
export type CardStatusReason = NonNullable<CardEventData['reason']>

/** The status changes of a card (contract, section 7). `closed` is final. */
export const cardLifecycle = {
  active: { from: ['frozen'], by: ['requested'], event: 'card.unfrozen' },
  frozen: { from: ['active'], by: ['requested', 'intent_missing', 'intent_mismatch'], event: 'card.frozen' },
  closed: {
    from: ['active', 'frozen'],
    by: ['requested', 'single_use', 'expired', 'agent_deleted', 'intent_ended'],
    event: 'card.closed',
  },
} as const satisfies ResourceLifecycle<CardState['status'], CardStatusReason, EventType>

/** A status change that `cardLifecycle` permits, with one of its permitted reasons. */
export type CardTransition = {
  [Status in keyof typeof cardLifecycle]: {
    readonly to: Status
    readonly reason: (typeof cardLifecycle)[Status]['by'][number]
  }
}[keyof typeof cardLifecycle]
