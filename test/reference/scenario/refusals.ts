import { nobodys, of } from '../documented.ts'
import { later, shown, type Step, untold } from '../step.ts'
import { graceCard, officeCard, travelCard } from './cards.ts'
import { approverSecret, elsewhereSecret, shortSecret, slowKey, slowSecret } from './keys.ts'
import { buyer, company, grace } from './people.ts'

const details = (cardId: string) => ({ path: { cardId } })
const reused = { 'Idempotency-Key': 'order-1000-attempt-1' }

/** What every operation can be answered, and what only happens when everything else is over. */
export const refusals: readonly Step[] = [
  shown('listCards', 'noKey', 'Without a key', { as: null, status: 401 }),
  shown('listCards', 'wrongKey', 'With a key of another installation', {
    as: 'sk_ExampleExampleExampleExampleExample99999',
    status: 401,
  }),
  later(30),
  shown('listCards', 'keyEnded', 'With a key whose end has come', { as: shortSecret, status: 401 }),
  shown('createCard', 'otherRole', 'With a key of another role', {
    as: approverSecret,
    body: { customerId: company },
    status: 403,
  }),
  shown('listCards', 'elsewhere', 'From an address that the key is not used from', {
    as: elsewhereSecret,
    status: 403,
  }),
  untold('listCards', { as: slowSecret }),
  shown('listCards', 'tooMany', 'One request more than the key has in a minute', { as: slowSecret, status: 429 }),
  shown('listApiKeyRequests', 'lately', 'What that key has asked', slowKey),
  shown('createCustomer', 'tooLarge', 'A body above 1 MiB', { body: { phone: '0'.repeat(1024 * 1024) }, status: 413 }),
  shown('createCustomer', 'form', 'A form', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: { email: 'ada@example.com' },
    status: 415,
  }),
  untold('freezeCard', { ...details(officeCard), headers: reused }),
  untold('unfreezeCard', { ...details(officeCard), headers: reused }),
  untold('updateCard', { ...details(officeCard), headers: reused, body: { usage: 'multi' } }),
  shown('updateCard', 'keyReused', 'The `Idempotency-Key` of another body', {
    ...details(officeCard),
    headers: reused,
    body: { usage: 'single' },
    status: 422,
  }),
  ...Array.from({ length: 3 }, () => untold('getCardDetails', details(travelCard))),
  shown('getCardDetails', 'tooOften', 'The number once more within the hour', {
    ...details(travelCard),
    status: 429,
  }),
  untold('updateCard', {
    ...details(officeCard),
    body: { policy: { requireApproval: true, requireSeparateApprover: true } },
  }),
  untold('createIntent', { ...details(officeCard), body: { purpose: 'Paper', ttlMinutes: 60 } }),
  untold('createIntent', { ...details(travelCard), body: { purpose: 'A seat in the quiet car', ttlMinutes: 60 } }),
  shown('approveIntent', 'ownIntent', 'By the key that declared it', { path: { intentId: of('int', 7) }, status: 403 }),
  untold('updateAgent', { path: { agentId: buyer }, body: { status: 'paused' } }),
  shown('getCardDetails', 'agentPaused', 'While the agent is paused', { ...details(officeCard), status: 403 }),
  untold('updateCustomer', { path: { customerId: grace }, body: { status: 'suspended' } }),
  shown('getCardDetails', 'customerSuspended', 'While the customer is suspended', {
    ...details(graceCard),
    status: 403,
  }),
  untold('updateAgent', { path: { agentId: buyer }, body: { status: 'disabled' } }),
  shown('updateAgent', 'disabled', 'An agent that is disabled', {
    path: { agentId: buyer },
    body: { status: 'active' },
    status: 409,
  }),
  shown('deleteAgent', 'deleted', 'An agent that is not needed any more', { path: { agentId: buyer } }),
  shown('getCardPolicy', 'unknown', 'A card that is not there', { ...details(nobodys('card')), status: 404 }),
  later(120),
]
