import type { Merchant } from '../../entities.ts'
import { compileMerchantName } from '../compiled-merchant.ts'

/** The MCCs of person-to-person payments: money transfers and loads of stored value. */
const transfers = new Set(['4829', '6536', '6537', '6538'])

/**
 * Returns the merchant's name, for checks in which a name permits something: an allow list, a merchant lock, an intent. The prefix `PAYPAL
 * *` precedes shops and persons alike. If the MCC says that a person is paid, the payee chose the text after the prefix, so this returns an
 * empty name, which matches nothing.
 */
export const claimedMerchantName = ({ name, mcc }: Merchant): string | undefined =>
  name !== undefined && mcc !== undefined && transfers.has(mcc) && compileMerchantName(name).isSeller ? '' : name
