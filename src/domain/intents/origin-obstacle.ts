import type { NotPayableReason } from '../../contract/resources/intents/payable.ts'
import type { Policy } from '../../contract/policy.ts'
import type { IntentException } from '../../contract/resources/intents/exception.ts'
import { isOriginLifted } from './exception.ts'
import { isListedOrigin } from '../../lib/network/origins.ts'

interface PurchaseAtOrigin {
  /** The site where the card number would be entered. Undefined: the purchase names none. */
  readonly origin: string | undefined
  /** Whether a person has approved the purchase. */
  readonly isApproved: boolean
  /** The rules that are lifted for the purchase, if a person approves it or has approved it. */
  readonly exception?: IntentException | undefined
}

const NAMES_NO_ORIGIN = {
  code: 'origin_required',
  message: 'The policy has a person see each new site where the card is entered, and the purchase names none.',
  fixedBy: 'you',
} as const

/**
 * The obstacle that keeps a card number from an agent because of the site on which it would be entered: the policy has `allowedOrigins`,
 * and the purchase names no origin, or one that is not among them; or a person has to see each new origin, and neither is one named nor has
 * a person approved the purchase. Null: there is no such obstacle (contract, section 7).
 */
export function originObstacle(
  { allowedOrigins, newOrigin }: Pick<Policy, 'allowedOrigins' | 'newOrigin'>,
  { origin, isApproved, exception }: PurchaseAtOrigin,
): (NotPayableReason & { readonly code: 'origin_required' | 'origin_not_allowed' }) | null {
  if (allowedOrigins === undefined)
    return newOrigin === 'approve' && origin === undefined && !isApproved ? NAMES_NO_ORIGIN : null
  if (origin === undefined) {
    return {
      code: 'origin_required',
      message: 'The policy limits the origins where the card may be entered, and the purchase names none.',
      fixedBy: 'you',
    }
  }
  if (isOriginLifted(exception) || isListedOrigin(allowedOrigins, origin)) return null
  return {
    code: 'origin_not_allowed',
    message: 'The policy does not allow the card to be entered at the origin of the purchase.',
    fixedBy: 'owner',
  }
}
