import type { Account } from '@purser/client'

/**
 * The amount above which a decision takes a passkey, in minor units of a purchase's currency; undefined: none does. The account has one
 * amount, in its own currency, and in every other currency all amounts take one.
 */
export function passkeyThreshold(account: Account | undefined, currency = 'USD'): number | undefined {
  const above = account?.approvalPasskeyAbove
  return above === undefined || account?.currency === currency.toUpperCase() ? above : 0
}
