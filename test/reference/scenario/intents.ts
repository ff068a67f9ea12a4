import { nobodys, of, subjectHashOf } from '../documented.ts'
import { later, shown, type Step, untold } from '../step.ts'
import { oneTimeCard } from './cards.ts'
import { buyer, company } from './people.ts'

/** Waits for a person, is approved, and pays. */
const chair = of('int', 1)
const rejected = of('int', 2)
const canceled = of('int', 3)
const cabinet = of('int', 5)

const card = { path: { cardId: oneTimeCard } }
const chairPlan = {
  intentId: 'order-1000',
  purpose: 'An office chair for the new desk',
  expectedAmount: 32_900,
  expectedMerchant: 'Staples',
  expectedOrigin: 'https://www.staples.com',
  items: [{ description: 'Office chair, black', quantity: 1, amount: 29_900 }],
  tax: 2_000,
  shipping: 1_000,
  ttlMinutes: 240,
}

/** Purposes of purchases, the people who approve them, and the looks at the number that follow. */
export const intents: readonly Step[] = [
  shown('createIntent', 'waiting', 'A purchase that a person has to agree to', {
    ...card,
    body: { ...chairPlan, expectedOrigin: 'https://staples.com' },
  }),
  shown('createIntent', 'corrected', 'The same `intentId` with another origin, which corrects it', {
    ...card,
    body: chairPlan,
    status: 200,
  }),
  shown('createIntent', 'again', 'The same again', { ...card, body: chairPlan, status: 200 }),
  shown('listApprovals', 'pending', 'The inbox', { query: { status: 'pending' } }),
  shown('getApproval', 'pending', 'An approval that waits', { path: { approvalId: of('apr', 1) } }),
  shown('getApproval', 'unknown', 'An id that is not there', { path: { approvalId: nobodys('apr') }, status: 404 }),
  shown('requestCardAccess', 'denied', 'Before a person has agreed: the answer is no', {
    ...card,
    body: { intentId: chair, purpose: 'Pay for the chair' },
    status: 200,
  }),
  shown('getCardDetails', 'approvalRequired', 'Before a person has agreed', {
    ...card,
    body: { intentId: chair },
    status: 403,
  }),
  shown('approveIntent', 'withNote', 'With a note for whoever asks later', {
    path: { intentId: chair },
    body: { note: 'Agreed for the new desk', shown: subjectHashOf(chair, 2) },
  }),
  shown('createIntent', 'conflict', 'The same `intentId` for something else, when it can be corrected no more', {
    ...card,
    body: { intentId: 'order-1000', purpose: 'Two office chairs' },
    status: 409,
  }),
  shown('getCardDetails', 'attestationRequired', 'Without the attestation that the policy requires', {
    ...card,
    body: { intentId: chair },
    status: 403,
  }),
  later(1),
  shown('requestCardAccess', 'granted', 'What the number is read for', {
    ...card,
    body: { intentId: chair, purpose: 'Pay for the chair', expectedAmount: 32_900, merchant: 'Staples' },
  }),
  shown('getCardDetails', 'withIntent', 'The number for an approved intent, once', {
    ...card,
    body: { intentId: chair },
  }),
  shown('listCardAccessEvents', 'ofCard', 'Who looked at the number, and who was refused', {
    ...card,
    query: { limit: 3 },
  }),
  shown('getAccessEvent', 'consumed', 'A grant that was used', { path: { accessEventId: of('acc', 5) } }),
  shown('getAccessEvent', 'unknown', 'An id that is not there', {
    path: { accessEventId: nobodys('acc') },
    status: 404,
  }),
  untold('createIntent', { ...card, body: { purpose: 'A standing desk', expectedAmount: 79_900 } }),
  shown('rejectIntent', 'withReason', 'With the reason for the agent', {
    path: { intentId: rejected },
    body: { reason: 'There is one on the second floor' },
  }),
  shown('approveIntent', 'rejected', 'An intent that was rejected', { path: { intentId: rejected }, status: 409 }),
  untold('createIntent', { ...card, body: { purpose: 'A desk lamp', expectedAmount: 1900 } }),
  shown('cancelIntent', 'canceled', 'A purchase that is not needed any more', { path: { intentId: canceled } }),
  shown('reportIntent', 'abandoned', 'What became of it', {
    path: { intentId: canceled },
    body: { outcome: 'abandoned', note: 'The old lamp works again' },
  }),
  untold('createIntent', { ...card, body: { purpose: 'A cable', expectedAmount: 900, expectedMerchant: 'Staples' } }),
  shown('reportIntent', 'failed', 'What stood in its way', {
    path: { intentId: of('int', 4) },
    body: { outcome: 'failed', obstacle: 'captcha', note: 'It came after the address' },
  }),
  untold('createIntent', { ...card, body: { purpose: 'A filing cabinet', expectedAmount: 64_900 } }),
  untold('approveIntent', { path: { intentId: cabinet } }),
  shown('revokeApproval', 'withReason', 'With the reason for the agent', {
    path: { intentId: cabinet },
    body: { reason: 'We move out in March' },
  }),
  shown('revokeApproval', 'again', 'An approval that was taken back already', {
    path: { intentId: cabinet },
    status: 409,
  }),
  shown('getAgentObstacles', 'captcha', 'What an agent has met at shops', { path: { agentId: buyer } }),
  shown('listCardIntents', 'all', 'All of a card', { ...card, query: { limit: 2 } }),
  shown('listIntents', 'pending', 'What agents of a customer are about to buy', {
    query: { customerId: company, status: 'pending', limit: 2 },
  }),
  shown('getIntent', 'pending', 'An intent that was approved', { path: { intentId: chair } }),
  shown('getIntent', 'unknown', 'An id that is not there', { path: { intentId: nobodys('int') }, status: 404 }),
]
