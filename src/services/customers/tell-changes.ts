import { changedFields, type ChangedLevel, policyChanged } from '../../domain/events/change-events.ts'
import { nameOfRules } from '../../domain/decision/level-rules.ts'
import type { ResourceChange } from '../../domain/audit/record.ts'
import type { DomainEvent } from '../../domain/events/events.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Agent } from '../../store/customers/agents.ts'
import type { LockedCustomer } from '../../store/customers/customer-lock.ts'
import type { Customer } from '../../store/customers/customers.ts'
import { recordEvents } from '../../store/webhooks/outbox.ts'

interface Told {
  readonly change: ResourceChange
  readonly clock: Clock
}

export async function tellCustomerChanged(locked: LockedCustomer, customer: Customer, told: Told): Promise<void> {
  const { id, account_id: accountId, status } = customer
  const at = told.clock.now()
  const data = { customerId: id, status, changed: changedFields(told.change) }
  const updated: DomainEvent = { type: 'customer.updated', data, accountId, customerId: id, at }
  const level = { level: 'customer', id, customerId: id, agentId: null, cardId: null } as const
  await tell(locked, told.change, [
    updated,
    ...policyChanged(() => ({ ...level, ...named(customer) }), told.change, at),
  ])
}

export async function tellAgentChanged(locked: LockedCustomer, agent: Agent, told: Told): Promise<void> {
  const { id, account_id: accountId, customer_id: customerId, status } = agent
  const at = told.clock.now()
  const data = { agentId: id, customerId, status, changed: changedFields(told.change) }
  const updated: DomainEvent = { type: 'agent.updated', data, accountId, customerId, at }
  const level = { level: 'agent', id, customerId, agentId: id, cardId: null } as const
  await tell(locked, told.change, [updated, ...policyChanged(() => ({ ...level, ...named(agent) }), told.change, at)])
}

const named = (row: Customer | Agent): Pick<ChangedLevel, 'accountId' | 'version'> => ({
  accountId: row.account_id,
  version: nameOfRules({ ...row, shadowPolicy: row.shadow_policy ?? undefined }),
})

/** Nothing where nothing was changed. */
const tell = (locked: LockedCustomer, { changes }: ResourceChange, events: readonly DomainEvent[]): Promise<void> =>
  recordEvents(locked, changes.length === 0 ? [] : events)
