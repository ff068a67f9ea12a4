import type { Merchant } from '../../entities.ts'
import { compileMerchant } from '../compiled-merchant.ts'

/** Money transfers and what funds them: MCCs of payments from person to person. */
const transfers = new Set(['4829', '6536', '6537', '6538'])

/**
 * The name that a merchant may be believed by, where a name opens something: an allow list, a lock, an intent. `PAYPAL *` stands before
 * shops and before persons alike; where the category says that a person is paid, what follows is nobody's name but one that
 * the payee has chosen. An empty name matches nothing.
 */
export const claimedName = ({ name, mcc }: Merchant): string | undefined =>
  name !== undefined && mcc !== undefined && transfers.has(mcc) && compileMerchant(name).isSeller ? '' : name
