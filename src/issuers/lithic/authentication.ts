import type { AuthenticationRequest, AuthenticationVerdict, RawAnswer } from '../issuer.ts'
import { centsOf, currencyCodeOf, type IssuerFields, fieldsOrEmpty, readMerchant, textOrEmpty } from '../read.ts'
import { countryOf } from '../../domain/countries.ts'
import { lithicTime, tokenOf } from './read.ts'

/**
 * Reads a question of Lithic about a purchase. `three_ds_authentication.approval_request` asks whether the cardholder is to be challenged,
 * and contains the authentication itself. `three_ds_authentication.challenge` asks for the cardholder's answer, out of band.
 */
export function parseAuthentication(body: unknown): AuthenticationRequest | null {
  const event = fieldsOrEmpty(body)
  if (event['event_type'] === 'three_ds_authentication.approval_request') return authenticationOf(event, null)
  if (event['event_type'] !== 'three_ds_authentication.challenge') return null
  const answerUntil = lithicTime(fieldsOrEmpty(event['challenge'])['expiry_time'])
  return answerUntil === 0 ? null : authenticationOf(fieldsOrEmpty(event['authentication_object']), answerUntil)
}

/** Reads an authentication of Lithic. One that is not for a payment, such as storing a card at a shop, has no amount. */
function authenticationOf(authentication: IssuerFields, answerUntil: number | null): AuthenticationRequest | null {
  const [reference, token] = [tokenOf(authentication['token']), tokenOf(authentication['card_token'])]
  if (reference === '' || token === '') return null
  const { amount, currency, cardholder_amount: cardholderAmount } = fieldsOrEmpty(authentication['transaction'])
  const { name, mcc, country, id: networkId } = fieldsOrEmpty(authentication['merchant'])
  const cents = centsOf(amount)
  return {
    reference,
    card: { token, cardId: null },
    amount: cents,
    currency: cents === null ? null : currencyCodeOf(currency),
    cardholderAmount: centsOf(cardholderAmount),
    merchant: readMerchant({ name, city: undefined, mcc, country: countryOf(textOrEmpty(country)), networkId }),
    answerUntil,
  }
}

const decisions = { approve: 'APPROVE', decline: 'DECLINE', challenge: 'CHALLENGE_REQUESTED' } as const

export const answerAuthentication = (verdict: AuthenticationVerdict): RawAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ three_ds_authentication_decision: decisions[verdict] }),
})
