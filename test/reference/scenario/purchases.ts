import { CVV, nobodys, of, panOf } from '../documented.ts'
import { later, shown, type Step, untold } from '../step.ts'
import { officeCard, oneTimeCard, travelCard } from './cards.ts'
import { company, traveller } from './people.ts'

const amtrak = { name: 'AMTRAK 0001', mcc: '4112', city: 'BOSTON', country: 'US' }
const paper = { name: 'STAPLES 00114', mcc: '5111', country: 'US' }
const ticket = of('txn', 1)
const transaction = (transactionId: string) => ({ path: { transactionId } })
const INVOICE = btoa('%PDF-1.7 Ticket to the fair')
const invoice = { path: { transactionId: ticket, documentId: of('doc', 1) } }
/** Wrong in any case: numbers are good for four years. */
const WRONG_EXPIRY = '03/27'
const byNumber = { pan: panOf(1), exp: '03/30', cvv: CVV }
const wrong = untold('createAuthorization', {
  body: { pan: panOf(1), exp: WRONG_EXPIRY, amount: 100, merchant: amtrak },
})

/** Rules that are tried on what is bought, and then hold. */
const shadowPolicy = { limits: { perAuth: 400 } }
const shadows: readonly Step[] = [
  untold('updateCard', { path: { cardId: travelCard }, body: { shadowPolicy } }),
  untold('createAuthorization', { body: { cardId: travelCard, amount: 500, merchant: paper } }),
  shown('getCardShadow', 'ofCard', 'What lower caps would have declined since', { path: { cardId: travelCard } }),
  shown('promoteCardShadow', 'ofCard', 'From now on they hold', { path: { cardId: travelCard } }),
  untold('updateAgent', { path: { agentId: traveller }, body: { shadowPolicy: { maxAmount: 90_000 } } }),
  shown('getAgentShadow', 'ofAgent', 'Of an agent', { path: { agentId: traveller } }),
  shown('promoteAgentShadow', 'ofAgent', 'Of an agent', { path: { agentId: traveller } }),
  untold('updateCustomer', { path: { customerId: company }, body: { shadowPolicy: { maxAmount: 90_000 } } }),
  shown('getCustomerShadow', 'ofCustomer', 'Of a customer', { path: { customerId: company } }),
  shown('promoteCustomerShadow', 'ofCustomer', 'Of a customer', { path: { customerId: company } }),
]

/** Questions, purchases, and what follows them. */
export const purchases: readonly Step[] = [
  shown('evaluateSpend', 'approved', 'A train ticket', {
    body: { cardId: travelCard, amount: 12_900, merchant: { name: 'Amtrak', mcc: '4112' } },
  }),
  shown('evaluateSpend', 'declined', 'Another merchant, and too much', {
    body: { cardId: travelCard, amount: 62_000, merchant: { name: 'Delta Air Lines', mcc: '3058' } },
  }),
  shown('evaluateSpend', 'assumingIntent', 'Whether it would pass once it is declared', {
    body: { cardId: oneTimeCard, amount: 1900, assumeIntent: true },
  }),
  shown('evaluateSpend', 'traced', 'For a customer, with every rule that is checked', {
    query: { trace: true },
    body: { customerId: company, amount: 9900 },
  }),
  shown('explainMerchant', 'tolerated', 'A name as an acquirer wrote it, and as a policy lists it', {
    body: { observed: 'SQ *BLUE BOTTLE COFFEE #12 OAKLAND CA', listed: 'Blue Bottle Coffee', country: 'US' },
  }),
  shown('explainMerchant', 'refused', 'Another merchant with a name much like it', {
    body: { observed: 'TESCO GIFT CARDS', listed: 'Tesco' },
  }),
  shown('createAuthorization', 'approved', 'A train ticket', {
    body: { cardId: travelCard, amount: 12_900, merchant: amtrak, networkReference: 'ref-1000' },
  }),
  shown('getCardBudget', 'spent', 'What is left after a ticket', { path: { cardId: travelCard } }),
  shown('getAgentBudget', 'ofCards', 'An agent with its cards', { path: { agentId: traveller } }),
  shown('getCustomerBudget', 'ofCustomer', 'All agents together', { path: { customerId: company } }),
  shown('createAuthorization', 'declined', 'A merchant that the policy does not allow', {
    body: { cardId: travelCard, amount: 24_000, merchant: { name: 'UBER *TRIP', mcc: '4121', country: 'US' } },
  }),
  shown('createAuthorization', 'byNumber', 'By the number of the card, as a shop sends it', {
    body: { ...byNumber, amount: 4500, currency: 'USD', merchant: amtrak },
  }),
  shown('createAuthorization', 'withIntent', 'The purchase that was approved: intent and charge match', {
    body: { cardId: oneTimeCard, amount: 32_900, merchant: { name: 'STAPLES 00114', mcc: '5111', country: 'US' } },
  }),
  shown('createIntent', 'onCard', 'A purchase that needs nobody', {
    path: { cardId: travelCard },
    body: { purpose: 'A night in Boston', expectedAmount: 18_000, expectedMerchant: 'Marriott' },
  }),
  untold('createAuthorization', {
    body: { cardId: travelCard, amount: 29_000, merchant: { name: 'MARRIOTT BOSTON', mcc: '7011' } },
  }),
  later(20),
  shown('incrementAuthorization', 'approved', 'A better seat', { ...transaction(ticket), body: { amount: 2000 } }),
  later(20),
  shown('settleAuthorization', 'part', 'A part, more will follow', {
    ...transaction(ticket),
    body: { amount: 9900, final: false },
  }),
  shown('settleAuthorization', 'rest', 'All that is open', { ...transaction(ticket), body: {} }),
  shown('settleAuthorization', 'settled', 'A purchase that is settled already', {
    ...transaction(ticket),
    status: 409,
  }),
  shown('reverseAuthorization', 'part', 'A part is given back', {
    ...transaction(of('txn', 3)),
    body: { amount: 1500 },
  }),
  shown('reverseAuthorization', 'whole', 'The purchase is called off', { ...transaction(of('txn', 3)), body: {} }),
  shown('createRefund', 'part', 'A part of what was settled', { body: { transactionId: ticket, amount: 2000 } }),
  shown('createForceCapture', 'offline', 'A charge that was made without asking', {
    body: { cardId: travelCard, amount: 850, merchant: { name: 'AMTRAK CAFE', mcc: '5812' } },
  }),
  shown('createAdvice', 'standIn', 'The issuer approved a purchase while nobody could be asked', {
    body: {
      cardId: travelCard,
      factId: 'evt_1001',
      networkReference: 'ref-1001',
      approved: true,
      amount: 6100,
      merchant: amtrak,
    },
  }),
  shown('createAdvice', 'declined', 'The issuer declined a purchase by its own rules', {
    body: {
      cardId: travelCard,
      factId: 'evt_1002',
      networkReference: 'ref-1002',
      approved: false,
      amount: 7400,
      reason: 'spending_controls',
      merchant: amtrak,
    },
  }),
  shown('createPosting', 'capture', 'What was approved is captured', {
    body: { cardId: travelCard, factId: 'evt_1003', networkReference: 'ref-1001', kind: 'capture', amount: 6100 },
  }),
  shown('createPosting', 'credit', 'More is returned than was captured', {
    body: { cardId: travelCard, factId: 'evt_1004', networkReference: 'ref-1001', kind: 'credit', amount: 6500 },
  }),
  shown('createAuthorization', 'unknownCard', 'A card that is not there', {
    body: { cardId: nobodys('card'), amount: 100 },
    status: 404,
  }),
  // Together more than 80 % of the card's day.
  untold('createAuthorization', { body: { cardId: officeCard, amount: 9000, merchant: paper } }),
  untold('createAuthorization', { body: { cardId: officeCard, amount: 8500, merchant: paper } }),
  ...Array.from({ length: 5 }, () => wrong),
  shown('unlockCardCredentials', 'unlocked', 'After five wrong expiries', { path: { cardId: travelCard } }),
  shown('listTransactions', 'settled', 'What an agent has paid', {
    query: { agentId: traveller, status: 'settled', createdAfter: '2026-03-01T00:00:00Z', limit: 1 },
  }),
  shown('updateTransaction', 'noted', 'A note for the books', {
    ...transaction(ticket),
    body: { memo: 'Ticket to the fair', coding: { account: '6650' }, metadata: { filedAs: '2026-0417' } },
  }),
  shown('attachTransactionDocument', 'invoice', 'An invoice, as base64', {
    ...transaction(ticket),
    body: { name: 'invoice.pdf', content: INVOICE },
  }),
  shown('attachTransactionDocument', 'again', 'The same file again', {
    ...transaction(ticket),
    body: { name: 'invoice.pdf', content: INVOICE },
    status: 200,
  }),
  shown('attachTransactionDocument', 'unknownType', 'A file that is no receipt', {
    ...transaction(ticket),
    body: { name: 'invoice.pdf', content: btoa('<html>') },
    status: 415,
  }),
  shown('listTransactionDocuments', 'one', 'What was attached', transaction(ticket)),
  shown('getTransactionDocument', 'asJson', 'A document with its bytes', {
    ...invoice,
    headers: { accept: 'application/json' },
  }),
  shown('deleteTransactionDocument', 'deleted', 'A document that was attached by mistake', invoice),
  shown('getSpendStats', 'byAgent', 'A day, by agent', {
    query: { from: '2026-03-02T00:00:00Z', to: '2026-03-03T00:00:00Z', bucket: 'day', groupBy: 'agent' },
  }),
  shown('listPostings', 'day', 'What moved money on a day', {
    query: { from: '2026-03-02T00:00:00Z', to: '2026-03-03T00:00:00Z', limit: 3 },
  }),
  shown('getPostingSummary', 'byMerchant', 'What moved money on a day, by merchant', {
    query: { from: '2026-03-02T00:00:00Z', to: '2026-03-03T00:00:00Z', groupBy: 'merchant' },
  }),
  shown('getBudgetStats', 'mostUsed', 'The two limits of which most is used', { query: { limit: 2 } }),
  shown('getBudgetStats', 'ofRows', 'The limits of two rows of a list', {
    query: { ids: [traveller, company].join(','), limit: 100 },
  }),
  shown('getStatusCounts', 'byStatus', 'How many there are', {}),
  shown('backtestPolicy', 'lower', 'What a lower cap would have declined', {
    body: { level: 'card', id: travelCard, policy: { limits: { perAuth: 20_000 } }, limit: 1 },
  }),
  shown('getTransaction', 'settled', 'A purchase, with every rule that was checked', transaction(ticket)),
  shown('getTransaction', 'unknown', 'An id that is not there', { ...transaction(nobodys('txn')), status: 404 }),
  shown('getTransactionReceipt', 'settled', 'What was decided of a purchase, signed', transaction(ticket)),
  shown('getCardExposure', 'ofCard', 'A card', { path: { cardId: travelCard } }),
  shown('getAgentExposure', 'ofAgent', 'An agent', { path: { agentId: traveller } }),
  shown('getCustomerExposure', 'ofCustomer', 'A customer', { path: { customerId: company } }),
  shown('getCardPolicy', 'ofCard', 'A card', { path: { cardId: travelCard } }),
  shown('getAgentPolicy', 'ofAgent', 'An agent', { path: { agentId: traveller } }),
  shown('getCustomerPolicy', 'ofCustomer', 'A customer', { path: { customerId: company } }),
  ...shadows,
]
