import type { ApiErrorExtras } from '../../contract/errors.ts'
import type { PasskeyAssertion } from '../../contract/resources/passkeys.ts'
import { findAccount } from '../../store/accounts/accounts.ts'
import { type PersonConfirmedChange, refusalUnlessPasskeyConfirmed } from '../people/confirmations.ts'
import { decisionNeedsPasskey } from '../people/passkey-threshold.ts'
import type { CommittedRefusal, WriteOperationContext } from '../request/context.ts'

interface PurchaseDecision extends PersonConfirmedChange {
  /** The most that the purchase may cost, in minor units of `currency`. Null: the purchase has no upper limit. */
  readonly most: number | null
  readonly currency: string | undefined
}

/**
 * The refusal of a decision about a purchase of more than `approvalPasskeyAbove` that no passkey has confirmed. Null: the decision is
 * confirmed, or needs no passkey.
 */
export async function unconfirmedPurchaseRefusal(
  context: WriteOperationContext,
  { most, currency, ...change }: PurchaseDecision,
  given: { readonly proof: PasskeyAssertion | undefined } & Pick<ApiErrorExtras, 'message'>,
): Promise<CommittedRefusal | null> {
  if (given.proof === undefined) {
    const account = await findAccount(context.tx, context.principal.accountId)
    if (!decisionNeedsPasskey(account, { most, currency })) return null
  }
  return refusalUnlessPasskeyConfirmed(context, change, given)
}
