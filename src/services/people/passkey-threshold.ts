import { DEFAULT_CURRENCY } from '../../domain/currencies.ts'
import type { AccountRow } from '../../store/rows/tables.ts'

/**
 * The amount above which a person's decision needs a passkey, in minor units of a customer's currency. Null: no decision needs one. The
 * account has one amount, in its own currency, and Purser converts no amounts: in every other currency all decisions need a passkey.
 */
export function decisionPasskeyThreshold(
  { approval_passkey_above: above, currency }: Pick<AccountRow, 'approval_passkey_above' | 'currency'>,
  customerCurrency = DEFAULT_CURRENCY,
): number | null {
  return above === null || currency === customerCurrency ? above : 0
}

/**
 * Whether a person's decision about a purchase needs a passkey. `most`: the most that the purchase may cost, in minor units of `currency`.
 * Null: the purchase has no upper limit.
 */
export function decisionNeedsPasskey(
  account: Parameters<typeof decisionPasskeyThreshold>[0],
  { most, currency }: { readonly most: number | null; readonly currency?: string | undefined },
): boolean {
  const above = decisionPasskeyThreshold(account, currency)
  return above !== null && (most ?? Number.POSITIVE_INFINITY) > above
}
