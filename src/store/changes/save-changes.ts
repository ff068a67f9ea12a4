import type { AgentChange } from '../../domain/changes/agent.ts'
import type { CardChange, WholeCard } from '../../domain/changes/card.ts'
import type { ChallengeChange } from '../../domain/changes/challenge.ts'
import type { ChangeRequestChange } from '../../domain/changes/change-request.ts'
import type { CustomerChange } from '../../domain/changes/customer.ts'
import type { ExpiryChange } from '../../domain/changes/expiries.ts'
import type { SubscriptionChange } from '../../domain/changes/subscription.ts'
import type { IntentChange } from '../../domain/changes/intent.ts'
import { assert } from '../../lib/assert.ts'
import { expirySaving } from '../cards/card-expiries.ts'
import { cardSaving } from '../cards/card-saving.ts'
import { challengeSaving } from '../challenges/challenge-queries.ts'
import { agentSaving } from '../customers/agent-queries.ts'
import { customerSaving } from '../customers/customer-queries.ts'
import { run } from '../connection/in-transaction.ts'
import type { LockedCustomers } from '../locks/customer-lock.ts'
import { changeRequestSaving } from '../change-requests/change-request-queries.ts'
import { subscriptionSaving } from '../subscriptions/subscription-queries.ts'
import { intentSaving } from '../intents/intent-saving.ts'
import { recordEvents } from '../outbox/outbox.ts'
import type { Saving } from './saving.ts'

/** The changes that a request or a sweep makes beneath customers. Their events are recorded in the order of each list. */
export interface ChangesBeneath {
  readonly customers?: readonly CustomerChange[]
  readonly agents?: readonly AgentChange[]
  /** New expiries of cards beneath the changed customers and agents. */
  readonly expiries?: readonly ExpiryChange[]
  readonly cards?: readonly CardChange<WholeCard>[]
  readonly intents?: readonly IntentChange[]
  readonly changeRequests?: readonly ChangeRequestChange[]
  readonly challenges?: readonly ChallengeChange[]
  readonly subscriptions?: readonly SubscriptionChange[]
}

/** The most changed cards that one statement saves. Deleting an agent may change a hundred thousand cards. */
const AT_ONCE = 1000

/**
 * Saves changes with all their consequences: audit entries, rows, events. Every transaction that changes something beneath customers uses
 * it, except the engine's batches. The changes must be of locked customers, and computed from rows that were read after the customers were
 * locked. `now`: Unix milliseconds.
 */
export async function saveChanges(locked: LockedCustomers, changes: ChangesBeneath, now: number): Promise<void> {
  const { customers = [], agents = [], expiries = [], cards = [] } = changes
  const { intents = [], changeRequests = [], challenges = [] } = changes
  const { subscriptions = [] } = changes
  const first = cards.slice(0, AT_ONCE)
  await save(locked, [
    customerSaving(customers, now),
    agentSaving(agents, now),
    expirySaving(expiries),
    cardSaving(first, now),
    intentSaving(intents, now),
    changeRequestSaving(changeRequests, now),
    challengeSaving(challenges, now),
    subscriptionSaving(subscriptions, now),
  ])
  for (let start = AT_ONCE; start < cards.length; start += AT_ONCE) {
    await save(locked, [cardSaving(cards.slice(start, start + AT_ONCE), now)])
  }
}

async function save(locked: LockedCustomers, savings: readonly Saving[]): Promise<void> {
  for (const { customerIds, audited } of savings) {
    assert(
      customerIds.every((id) => locked.has(id)),
      'what is changed belongs to a locked customer',
    )
    for (const { act, ...change } of audited) locked.audit.record(change, act)
  }
  for (const query of savings.flatMap(({ queries }) => queries)) await run(locked.tx, query)
  await recordEvents(
    locked,
    savings.flatMap(({ events }) => events),
  )
}
