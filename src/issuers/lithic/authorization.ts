import type { AuthorizationRequest, RawAnswer, RawRequest, AuthorizationVerdict } from '../issuer.ts'
import { cardIdOf, type IssuerFields, fieldsOrEmpty, textOrEmpty } from '../read.ts'
import { lithicMerchantMoney, lithicMerchant, moneyOf, tokenOf } from './read.ts'
import { type DeclineResult, resultOfReason } from './results.ts'
import { requestIdOf } from './signature.ts'

/**
 * Reads `card_authorization.approval_request`. `hold` is what Lithic would hold, which is more than the purchase where a tip or a full tank
 * is expected. `token` identifies the transaction. Several requests of one transaction differ only in the id of the event, and nothing says
 * whether a request is the first.
 */
export function parseLithicAuthorization(body: unknown, headers: RawRequest['headers']): AuthorizationRequest | null {
  const request = fieldsOrEmpty(body)
  const { hold, cardholder } = fieldsOrEmpty(request['amounts'])
  const [reference, money] = [tokenOf(request['token']), moneyOf(hold) ?? moneyOf(cardholder)]
  const { token, memo } = fieldsOrEmpty(request['card'])
  const key = tokenOf(request['event_token']) || requestIdOf(headers)
  if (request['event_type'] !== 'card_authorization.approval_request' || reference === '' || key === '') return null
  if (tokenOf(token) === '' || money === null) return null
  return {
    key,
    reference,
    card: { token: tokenOf(token), cardId: cardIdOf(memo) },
    amount: Math.abs(money.amount),
    heldBefore: 'unsaid',
    currency: money.currency,
    ...lithicMerchantMoney(fieldsOrEmpty(request['amounts']), money.currency),
    merchant: lithicMerchant(request['merchant']),
    areCredentialsWrong: false,
    givesBack: money.amount < 0 || /(^|_)CREDIT_AUTHORIZATION$/.test(textOrEmpty(request['status'])),
    ...(isAuthenticated(request) ? { isAuthenticated: true } : {}),
    echo: reference,
  }
}

const isAuthenticated = ({ cardholder_authentication: authentication }: IssuerFields): boolean =>
  fieldsOrEmpty(authentication)['authentication_result'] === 'SUCCESS'

export const answerLithicAuthorization = (
  { echo: token }: Pick<AuthorizationRequest, 'echo'>,
  verdict: AuthorizationVerdict,
): RawAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ result: resultOf(verdict), ...(token === '' ? {} : { token }) }),
})

/** The reasons that mean that the request is not about a card of Purser. */
const noCard: ReadonlySet<string> = new Set(['unknown_card', 'second_card'])

function resultOf(verdict: AuthorizationVerdict): 'APPROVED' | DeclineResult {
  if (verdict.decision === 'approve') return 'APPROVED'
  if (verdict.decision === 'undecided') return noCard.has(verdict.why) ? 'CARD_PAUSED' : 'INSUFFICIENT_FUNDS'
  const known: Readonly<Record<string, DeclineResult>> = resultOfReason
  return known[verdict.reason ?? ''] ?? 'INSUFFICIENT_FUNDS'
}
