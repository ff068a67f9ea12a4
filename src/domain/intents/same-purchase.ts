import type { OrderItem } from '../../contract/resources/orders.ts'
import { canonicalJson } from '../../lib/canonical-json.ts'
import { compileMerchant, sameMerchant } from '../merchant-match/merchant-match.ts'

type Whereabouts = NonNullable<Parameters<typeof sameMerchant>[2]>

/** An earlier purchase or intent. Amounts are cents. Null: not named. */
export interface EarlierPurchase {
  readonly cardId: string
  readonly merchant: string
  readonly amount: number
  readonly currency: string
  readonly items: readonly OrderItem[] | null
  readonly origin: string | null
  readonly merchantOrderId: string | null
  /** The caller's own id of the intent. */
  readonly reference: string | null
  readonly purpose: string | null
  /** Whether a person has to approve the purchase, or has approved it. */
  readonly isForPerson: boolean
}

/**
 * A purchase that somebody asks about. Undefined: whoever asks does not say, so every earlier purchase may be the one. Null: it has none.
 */
export interface Purchase {
  readonly cardId: string
  readonly merchant: string
  readonly where: Whereabouts
  readonly amount: number
  readonly currency: string
  readonly items?: readonly OrderItem[] | null | undefined
  readonly origin?: string | null | undefined
  readonly merchantOrderId?: string | null | undefined
  readonly reference?: string | null | undefined
  readonly purpose?: string | null | undefined
}

/**
 * The one definition of the same purchase (contract, section 9): the same card, shop, amount and currency, and no other items, origin or
 * order number, nor another reference where both name one. What a person is asked about or has approved is also for no other purpose.
 */
export const isSamePurchase = (earlier: EarlierPurchase, purchase: Purchase): boolean =>
  earlier.cardId === purchase.cardId &&
  earlier.amount === purchase.amount &&
  earlier.currency === purchase.currency &&
  isSaid(purchase.origin, earlier.origin) &&
  isSaid(purchase.merchantOrderId, earlier.merchantOrderId) &&
  isSaid(purchase.items, earlier.items) &&
  isSaid(purchase.reference ?? undefined, earlier.reference ?? purchase.reference ?? null) &&
  (!earlier.isForPerson || isSaid(purchase.purpose, earlier.purpose)) &&
  sameMerchant(compileMerchant(purchase.merchant), compileMerchant(earlier.merchant), purchase.where)

const isSaid = (named: unknown, earlier: unknown): boolean =>
  named === undefined || named === earlier || canonicalJson(named) === canonicalJson(earlier)
