import type { CardholderAuthenticationRequest, CardholderAuthenticationVerdict, RawIssuerAnswer } from '../issuer.ts'
import {
  issuerCentsOf,
  currencyCodeOf,
  type IssuerJsonObject,
  issuerJsonObjectOrEmpty,
  readIssuerMerchant,
  textOrEmpty,
} from '../read.ts'
import { countryCodeOfAlpha3 } from '../../domain/countries.ts'
import { lithicTime, lithicTokenOf } from './read.ts'

/**
 * Reads a question of Lithic about a purchase. `three_ds_authentication.approval_request` asks whether the cardholder is to be challenged,
 * and contains the authentication itself. `three_ds_authentication.challenge` asks for the cardholder's answer, out of band.
 */
export function parseLithicAuthentication(body: unknown): CardholderAuthenticationRequest | null {
  const event = issuerJsonObjectOrEmpty(body)
  if (event['event_type'] === 'three_ds_authentication.approval_request') return authenticationOf(event, null)
  if (event['event_type'] !== 'three_ds_authentication.challenge') return null
  const answerUntil = lithicTime(issuerJsonObjectOrEmpty(event['challenge'])['expiry_time'])
  return answerUntil === 0
    ? null
    : authenticationOf(issuerJsonObjectOrEmpty(event['authentication_object']), answerUntil)
}

/** Reads an authentication of Lithic. One that is not for a payment, such as storing a card at a shop, has no amount. */
function authenticationOf(
  authentication: IssuerJsonObject,
  answerUntil: number | null,
): CardholderAuthenticationRequest | null {
  const [reference, token] = [lithicTokenOf(authentication['token']), lithicTokenOf(authentication['card_token'])]
  if (reference === '' || token === '') return null
  const {
    amount,
    currency,
    cardholder_amount: cardholderAmount,
  } = issuerJsonObjectOrEmpty(authentication['transaction'])
  const { name, mcc, country, id: networkId } = issuerJsonObjectOrEmpty(authentication['merchant'])
  const cents = issuerCentsOf(amount)
  return {
    reference,
    card: { token, cardId: null },
    amount: cents,
    currency: cents === null ? null : currencyCodeOf(currency),
    cardholderAmount: issuerCentsOf(cardholderAmount),
    merchant: readIssuerMerchant({
      name,
      city: undefined,
      mcc,
      country: countryCodeOfAlpha3(textOrEmpty(country)),
      networkId,
    }),
    answerUntil,
  }
}

const decisions = { approve: 'APPROVE', decline: 'DECLINE', challenge: 'CHALLENGE_REQUESTED' } as const

export const answerLithicAuthentication = (verdict: CardholderAuthenticationVerdict): RawIssuerAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ three_ds_authentication_decision: decisions[verdict] }),
})
