import type { AuthorizationRequest, RawIssuerAnswer, RawIssuerRequest, AuthorizationVerdict } from '../issuer.ts'
import { cardIdInMetadata, type IssuerJsonObject, issuerJsonObjectOrEmpty, textOrEmpty } from '../read.ts'
import { lithicMerchantMoney, lithicMerchant, lithicMoneyOf, lithicTokenOf } from './read.ts'
import { type LithicDeclineResult, lithicResultOfReason } from './results.ts'
import { lithicRequestIdOf } from './signature.ts'

/**
 * Reads `card_authorization.approval_request`. `hold` is what Lithic would hold, which is more than the purchase where a tip or a full tank
 * is expected. `token` identifies the transaction. Several requests of one transaction differ only in the id of the event, and nothing says
 * whether a request is the first.
 */
export function parseLithicAuthorization(
  body: unknown,
  headers: RawIssuerRequest['headers'],
): AuthorizationRequest | null {
  const request = issuerJsonObjectOrEmpty(body)
  const { hold, cardholder } = issuerJsonObjectOrEmpty(request['amounts'])
  const [reference, money] = [lithicTokenOf(request['token']), lithicMoneyOf(hold) ?? lithicMoneyOf(cardholder)]
  const { token, memo } = issuerJsonObjectOrEmpty(request['card'])
  const key = lithicTokenOf(request['event_token']) || lithicRequestIdOf(headers)
  if (request['event_type'] !== 'card_authorization.approval_request' || reference === '' || key === '') return null
  if (lithicTokenOf(token) === '' || money === null) return null
  return {
    key,
    reference,
    card: { token: lithicTokenOf(token), cardId: cardIdInMetadata(memo) },
    amount: Math.abs(money.amount),
    heldBefore: 'unsaid',
    currency: money.currency,
    ...lithicMerchantMoney(issuerJsonObjectOrEmpty(request['amounts']), money.currency),
    merchant: lithicMerchant(request['merchant']),
    areCredentialsWrong: false,
    givesBack: money.amount < 0 || /(^|_)CREDIT_AUTHORIZATION$/.test(textOrEmpty(request['status'])),
    ...(isAuthenticated(request) ? { isAuthenticated: true } : {}),
    echo: reference,
  }
}

const isAuthenticated = ({ cardholder_authentication: authentication }: IssuerJsonObject): boolean =>
  issuerJsonObjectOrEmpty(authentication)['authentication_result'] === 'SUCCESS'

export const answerLithicAuthorization = (
  { echo: token }: Pick<AuthorizationRequest, 'echo'>,
  verdict: AuthorizationVerdict,
): RawIssuerAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ result: resultOf(verdict), ...(token === '' ? {} : { token }) }),
})

/** The reasons of a verdict that mean that Lithic's request is not about a card of Purser. */
const noCard: ReadonlySet<string> = new Set(['unknown_card', 'second_card'])

function resultOf(verdict: AuthorizationVerdict): 'APPROVED' | LithicDeclineResult {
  if (verdict.decision === 'approve') return 'APPROVED'
  if (verdict.decision === 'undecided') return noCard.has(verdict.why) ? 'CARD_PAUSED' : 'INSUFFICIENT_FUNDS'
  const known: Readonly<Record<string, LithicDeclineResult>> = lithicResultOfReason
  return known[verdict.reason ?? ''] ?? 'INSUFFICIENT_FUNDS'
}
