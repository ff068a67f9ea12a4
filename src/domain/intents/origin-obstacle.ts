import type { NotPayableReason } from '../../contract/resources/intents/payable.ts'
import type { Policy } from '../../contract/policy.ts'
import { isListedOrigin } from '../../lib/network/origins.ts'

/**
 * The obstacle that keeps a card number from an agent because of the site on which it would be entered: the policy has `allowedOrigins`,
 * and the purchase names no origin, or one that is not among them. Null: there is no such obstacle (contract, section 7).
 */
export function originObstacle(
  { allowedOrigins }: Pick<Policy, 'allowedOrigins'>,
  origin: string | undefined,
): (NotPayableReason & { readonly code: 'origin_required' | 'origin_not_allowed' }) | null {
  if (allowedOrigins === undefined) return null
  if (origin === undefined) {
    return {
      code: 'origin_required',
      message: 'The policy limits the origins where the card may be entered, and the purchase names none.',
      fixedBy: 'you',
    }
  }
  if (isListedOrigin(allowedOrigins, origin)) return null
  return {
    code: 'origin_not_allowed',
    message: 'The policy does not allow the card to be entered at the origin of the purchase.',
    fixedBy: 'owner',
  }
}
