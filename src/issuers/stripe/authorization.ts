import type { AuthorizationRequest, RawIssuerAnswer, AuthorizationVerdict } from '../issuer.ts'
import { issuerCentsOf, currencyCodeOf, issuerJsonObjectOrEmpty, textOrEmpty } from '../read.ts'
import { stripeCardOf, stripeIdOf, stripeMerchantMoney, stripeMerchant, stripeModeOf } from './read.ts'

/**
 * Reads `issuing_authorization.request`. `pending_request` contains the requested amount; the `amount` of the
 * authorization itself is what it holds already, 0 at first. A second request of the same authorization requests more.
 */
export function parseStripeAuthorization(body: unknown): AuthorizationRequest | null {
  const event = issuerJsonObjectOrEmpty(body)
  const authorization = issuerJsonObjectOrEmpty(issuerJsonObjectOrEmpty(event['data'])['object'])
  const pending = issuerJsonObjectOrEmpty(authorization['pending_request'])
  const [key, reference] = [stripeIdOf(event['id']), stripeIdOf(authorization['id'])]
  const card = stripeCardOf(authorization['card'])
  const [amount, held] = [issuerCentsOf(pending['amount']), issuerCentsOf(authorization['amount'])]
  if (event['type'] !== 'issuing_authorization.request' || key === '' || reference === '') return null
  if (card === null || amount === null || held === null) return null
  const history = authorization['request_history']
  const { cvc_check, expiry_check, three_d_secure } = issuerJsonObjectOrEmpty(authorization['verification_data'])
  return {
    key,
    reference,
    card,
    amount,
    heldBefore: Array.isArray(history) && history.length > 0 ? held : null,
    currency: currencyCodeOf(pending['currency']),
    ...stripeMerchantMoney(pending, currencyCodeOf(pending['currency'])),
    merchant: stripeMerchant(authorization['merchant_data']),
    areCredentialsWrong: cvc_check === 'mismatch' || expiry_check === 'mismatch',
    givesBack: false,
    ...(issuerJsonObjectOrEmpty(three_d_secure)['result'] === 'authenticated' ? { isAuthenticated: true } : {}),
    echo: stripeApiVersionOf(event),
    ...stripeModeOf(event),
  }
}

/** The API version of Stripe's event, which the answer repeats in a header; empty where the value does not look like a version. */
export const stripeApiVersionOf = (body: unknown): string => {
  const version = textOrEmpty(issuerJsonObjectOrEmpty(body)['api_version'])
  return /^[0-9A-Za-z._-]{1,64}$/.test(version) ? version : ''
}

/**
 * The answer to Stripe's authorization request. Its metadata names Purser's transaction and the reason for a decline, so that both are shown
 * in Stripe's dashboard.
 */
export const answerStripeAuthorization = (
  { echo: version }: Pick<AuthorizationRequest, 'echo'>,
  verdict: AuthorizationVerdict,
): RawIssuerAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json', ...(version === '' ? {} : { 'stripe-version': version }) },
  body: JSON.stringify({ approved: verdict.decision === 'approve', metadata: noteOf(verdict) }),
})

function noteOf(verdict: AuthorizationVerdict): Readonly<Record<string, string>> {
  if (verdict.decision === 'undecided') return { purser_reason: verdict.why }
  const { transactionId, reason } = verdict
  return { purser_transaction: transactionId, ...(reason === null ? {} : { purser_reason: reason }) }
}
