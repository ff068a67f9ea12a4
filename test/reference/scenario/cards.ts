import { nobodys, of } from '../documented.ts'
import { later, shown, type Step, untold } from '../step.ts'
import { buyer, company, grace, traveller } from './people.ts'

/** For trips: limits, no intents. */
export const travelCard = of('card', 1)
/** For one purchase that a person agrees to. */
export const oneTimeCard = of('card', 2)
/** Of a customer alone; it is closed here. */
const oldCard = of('card', 3)
/** Whose agent is paused later. */
export const officeCard = of('card', 4)
/** Of the other customer, who is suspended later. */
export const graceCard = of('card', 5)

const card = (cardId: string) => ({ path: { cardId } })

/** Cards, and what can be done with them. */
export const cards: readonly Step[] = [
  shown('createCard', 'multiUse', 'A card for trips, with a cap for each purchase', {
    body: {
      customerId: company,
      agentId: traveller,
      policy: { limits: { perAuth: 50_000, perDay: 80_000 }, lockToFirstMerchant: false },
    },
  }),
  shown('createCard', 'singleUse', 'A card for one purchase that a person agrees to', {
    body: {
      customerId: company,
      agentId: buyer,
      usage: 'single',
      policy: {
        requireIntent: true,
        requireApproval: true,
        autoApproveBelow: 2500,
        onMissingIntent: 'decline',
        onIntentMismatch: 'decline',
        requireAttestation: true,
        ttlDays: 7,
      },
    },
  }),
  shown('createCard', 'unknownCustomer', 'A customer that is not there', {
    body: { customerId: nobodys('cust') },
    status: 404,
  }),
  shown('createCard', 'noCustomer', 'Without its customer', { body: { usage: 'single' }, status: 400 }),
  untold('createCard', { body: { customerId: company } }),
  untold('createCard', {
    body: { customerId: company, agentId: buyer, policy: { limits: { perAuth: 10_000, perDay: 20_000 } } },
  }),
  untold('createCard', { body: { customerId: grace } }),
  shown('listCards', 'ofAgent', 'The active cards of an agent', { query: { agentId: traveller, status: 'active' } }),
  shown('listCards', 'ofCustomer', 'A page of two: `nextCursor` leads on', {
    query: { customerId: company, limit: 2 },
  }),
  shown('getCard', 'active', 'A card', card(travelCard)),
  shown('getCard', 'unknown', 'An id that is not there', { ...card(nobodys('card')), status: 404 }),
  shown('updateCard', 'policy', 'One merchant more, the cap of each day removed', {
    ...card(travelCard),
    body: { policy: { allowedMerchants: ['Amtrak', 'Marriott'], limits: { perDay: null } } },
  }),
  shown('freezeCard', 'frozen', 'A card that is active', card(travelCard)),
  shown('getCardDetails', 'frozen', 'The number of a frozen card', { ...card(travelCard), status: 409 }),
  shown('unfreezeCard', 'active', 'A card that is frozen', card(travelCard)),
  shown('closeCard', 'closed', 'A card for good', card(oldCard)),
  shown('freezeCard', 'closed', 'A card that is closed', { ...card(oldCard), status: 409 }),
  later(5),
  shown('getCardDetails', 'withPurpose', 'The number, with what it is read for', {
    ...card(travelCard),
    body: { purpose: 'Pay for a train ticket' },
  }),
  shown('createFiller', 'browser', 'The browser of an agent, by its public key', {
    path: { agentId: traveller },
    body: {
      name: 'Travel desk browser',
      publicKey: { kty: 'OKP', crv: 'X25519', x: 'hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo' },
    },
  }),
  shown('listFillers', 'ofAgent', 'What enters numbers for an agent', { path: { agentId: traveller } }),
  shown('sealCardDetails', 'forBrowser', 'The number for the browser alone', {
    ...card(travelCard),
    body: { sealTo: of('fil', 1), purpose: 'Pay for a train ticket' },
  }),
  shown('deleteFiller', 'deleted', 'A browser that is not used any more', { path: { fillerId: of('fil', 1) } }),
  shown('getCardDetails', 'intentRequired', 'Without the intent that the policy requires', {
    ...card(oneTimeCard),
    status: 403,
  }),
]
