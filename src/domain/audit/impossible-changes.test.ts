import { expect, it } from 'vitest'
import { impossibleAuditChanges } from './impossible-changes.ts'
import type { ResourceFieldChange, ResourceType } from './audited-act.ts'

const change = (path: string, before: unknown, after: unknown): ResourceFieldChange => ({ path, before, after })
const label = change('label', null, 'Ink')
const limit = change('limits.perDay', null, 500)
const status = (before: string | null, after: string | null) => change('status', before, after)

it.each<[string, ResourceType, string | undefined, ResourceFieldChange]>([
  ['a new card', 'card', undefined, status(null, 'active')],
  ['a card that is frozen', 'card', 'active', status('active', 'frozen')],
  ['a card that is closed', 'card', 'frozen', status('frozen', 'closed')],
  ['a frozen card that is set', 'card', 'frozen', label],
  ['a closed card that wrong CVVs have locked', 'card', 'closed', change('credentialsLockedUntil', null, '2026')],
  ['a closed card that its issuer makes', 'card', 'closed', change('last4', null, '4242')],
  ['a disabled agent with another name', 'agent', 'disabled', change('name', 'A', 'B')],
  ['a disabled agent that is deleted', 'agent', 'disabled', change('deletedAt', null, '2026')],
  ['an intent that is reported after its match', 'intent', 'matched', change('report', null, {})],
  ['a suspended customer', 'customer', 'suspended', limit],
  ['a card of which nobody knows what it was', 'card', undefined, label],
  ['a key', 'api_key', undefined, status('x', 'y')],
])('%s may be', (_what, type, before, made) => {
  expect(impossibleAuditChanges(type, before, [made])).toEqual([])
})

it.each<[string, ResourceType, string | undefined, ResourceFieldChange]>([
  ['a closed card that opens', 'card', 'closed', status('closed', 'active')],
  ['a closed card that is set', 'card', 'closed', label],
  ['a closed card with other limits', 'card', 'closed', limit],
  ['a card without a status', 'card', 'active', status('active', null)],
  ['a card of a status that there is not', 'card', 'active', status('active', 'lost')],
  ['a disabled agent that goes on', 'agent', 'disabled', status('disabled', 'active')],
  ['a disabled agent with other limits', 'agent', 'disabled', limit],
  ['an intent that is rejected and then matched', 'intent', 'rejected', status('rejected', 'matched')],
  ['a change request that ends twice', 'change_request', 'rejected', status('rejected', 'approved')],
  ['another end of a change request', 'change_request', 'expired', change('decidedBy', null, 'per_1')],
])('%s cannot be', (_what, type, before, made) => {
  expect(impossibleAuditChanges(type, before, [made])).toEqual([made])
})
