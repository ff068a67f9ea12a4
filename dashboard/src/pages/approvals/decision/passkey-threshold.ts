import type { Account } from '@purser/client'

/**
 * The amount above which a decision needs a passkey, in minor units of the purchase's currency. Undefined: no decision needs one. The
 * account has one such amount, in its own currency; in every other currency all decisions need a passkey.
 */
export function accountPasskeyThreshold(account: Account | undefined, currency = 'USD'): number | undefined {
  const above = account?.approvalPasskeyAbove
  return above === undefined || account?.currency === currency.toUpperCase() ? above : 0
}
