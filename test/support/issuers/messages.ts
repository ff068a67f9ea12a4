import { lithicIssuer } from '../../../src/issuers/lithic/lithic.ts'
import { stripeIssuer } from '../../../src/issuers/stripe/stripe.ts'
import type { SignIssuerMessage } from './forgeries.ts'
import { LithicMock } from './lithic.ts'
import { lithicExample, signLithicMessage } from './lithic-wire.ts'
import { stripeExample, signStripeMessage } from './stripe.ts'

interface About {
  readonly cardId: string
  /** The letters and digits in the ids and in the merchant's name of the issuer's messages. */
  readonly word: string
}

/** The messages that an issuer sends about a card, and how it signs them. */
interface Messages {
  readonly issuer: typeof stripeIssuer | typeof lithicIssuer
  readonly sign: SignIssuerMessage
  readonly asked: (about: About) => string
  readonly told: (about: About) => string
}

export const issuerMessagesToForge: readonly Messages[] = [
  {
    issuer: stripeIssuer,
    sign: (body, secret, nowMs) => ({ 'stripe-signature': signStripeMessage(body, secret, nowMs) }),
    asked: (about) => ofStripe('authorization.request', about),
    told: (about) => ofStripe('authorization.created.network_fallback', about),
  },
  {
    issuer: lithicIssuer,
    sign: (body, secret, nowMs) => {
      const { 'content-type': _type, ...headers } = signLithicMessage(body, [secret], nowMs, 'msg_1')
      return headers
    },
    asked: ({ cardId, word }) => {
      const { card, merchant, ...request } = lithicExample('asa.authorization')
      return JSON.stringify({
        ...request,
        token: word,
        card: { ...card, token: tokenOf(cardId), memo: cardId },
        merchant: { ...merchant, descriptor: word },
      })
    },
    told: ({ cardId, word }) => {
      const { merchant, ...transaction } = clearing()
      const event = { ...transaction['events'][0], token: `${word}_0` }
      return JSON.stringify({
        ...transaction,
        token: word,
        card_token: tokenOf(cardId),
        merchant: { ...merchant, descriptor: word },
        events: [event],
      })
    },
  },
]

function ofStripe(name: string, { cardId, word }: About): string {
  const event = stripeExample(name)
  const { object } = event['data']
  Object.assign(object.card, { id: tokenOf(cardId), metadata: { purser_card: cardId } })
  object.merchant_data.name = word
  return JSON.stringify({ ...event, id: `evt_${word}`, data: { object: { ...object, id: `iauth_${word}` } } })
}

const tokenOf = (cardId: string): string => `token_${cardId}`

/** A capture for which no authorization was requested before. */
function clearing() {
  const nowhere = { origin: () => '', asaSecret: '', eventSecret: '', nowMs: () => 0 }
  const mock = new LithicMock(nowhere)
  mock.clear({ cardId: 'card_1', amount: 700 })
  return mock.events[0]?.body ?? {}
}
