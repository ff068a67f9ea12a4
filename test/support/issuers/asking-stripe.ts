import type { StripeMock } from './stripe.ts'
import type { IssuerAskingPurser } from './same-decisions.ts'

export const stripeAskingPurser = (stripe: StripeMock): IssuerAskingPurser => ({
  ask: async (cardId, { amount, merchant: { name = '', mcc = '', city = '', country = null, networkId = '' } }) => {
    const merchant = { name, category_code: mcc, city, country, network_id: networkId }
    const id = await stripe.authorize({ cardId, amount, merchant })
    const { approved, metadata } = stripe.authorizations.get(id) ?? {}
    return answerInWords(approved === true, metadata?.purser_reason)
  },
  toldOf: (reason) => answerInWords(reason === null, reason),
})

const answerInWords = (approved: boolean, reason: unknown): string =>
  approved ? 'approved' : `declined: ${String(reason)}`
