import type { Merchant } from '../../entities.ts'
import { compileMerchant } from '../compiled-merchant.ts'

/** MCCs of person-to-person payments: money transfers and loads of stored value. */
const transfers = new Set(['4829', '6536', '6537', '6538'])

/**
 * The merchant's name as far as it may be trusted where a name grants something: an allow list, a merchant lock, an
 * intent. `PAYPAL *` precedes shops and persons alike; where the MCC says that a person is paid, the payee chose the
 * text after it, and this returns an empty name, which matches nothing.
 */
export const claimedName = ({ name, mcc }: Merchant): string | undefined =>
  name !== undefined && mcc !== undefined && transfers.has(mcc) && compileMerchant(name).isSeller ? '' : name
