import { of } from '../documented.ts'
import { later, shown, type Step, untold } from '../step.ts'
import { company } from './people.ts'

const card = { path: { cardId: of('card', 6) } }

/** A card that another issuer is to make, and refuses. */
export const issuers: readonly Step[] = [
  shown('createCard', 'atIssuer', 'A card that Stripe is to issue', {
    body: {
      customerId: company,
      issuer: 'stripe',
      billing: { line1: '12 Analytical Way', city: 'Springfield', state: 'IL', postalCode: '00000', country: 'US' },
    },
  }),
  shown('getCardDetails', 'atIssuer', 'The number of a card that another issuer has', { ...card, status: 409 }),
  later(1),
  shown('getCard', 'refusedByIssuer', 'A card that its issuer has refused', card),
  untold('updateCard', { ...card, body: { billing: { postalCode: '62704' } } }),
  shown('retryCardIssuer', 'refused', 'After the issuer has refused', card),
  later(1),
  shown('createNumberSession', 'stripe', 'Has Stripe show the number in a browser', {
    ...card,
    body: { nonce: 'ephkn_1' },
  }),
]
