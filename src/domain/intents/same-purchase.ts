import type { OrderItem } from '../../contract/resources/orders.ts'
import { canonicalJson } from '../../lib/canonical-json.ts'
import { compileMerchant, isSameMerchant } from '../merchant-match/merchant-match.ts'

type Whereabouts = NonNullable<Parameters<typeof isSameMerchant>[2]>

/**
 * An earlier purchase or intent, for the comparison with a new purchase. Amounts are cents. Null: the earlier purchase has no such field.
 */
export interface EarlierPurchase {
  readonly cardId: string
  readonly merchant: string
  readonly amount: number
  readonly currency: string
  readonly items: readonly OrderItem[] | null
  readonly origin: string | null
  readonly merchantOrderId: string | null
  /** The id that the caller gave to the earlier intent. */
  readonly reference: string | null
  readonly purpose: string | null
  /** Whether a person has to approve the earlier purchase, or has approved it. */
  readonly isForPerson: boolean
}

/**
 * A purchase that is compared with earlier ones. Undefined: the caller does not say this field, so it equals that of any earlier purchase.
 * Null: the purchase has no such field.
 */
export interface ComparedPurchase {
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
 * Whether a purchase is the same as an earlier one. Everything that compares purchases uses this function (contract, section 9). The card,
 * shop, amount and currency are the same, the items, origin and order number are equal, and so are the references if both have one. If a
 * person is asked about the earlier purchase or has approved it, the purpose is equal, too.
 */
export const isSamePurchase = (earlier: EarlierPurchase, purchase: ComparedPurchase): boolean =>
  earlier.cardId === purchase.cardId &&
  earlier.amount === purchase.amount &&
  earlier.currency === purchase.currency &&
  isSaid(purchase.origin, earlier.origin) &&
  isSaid(purchase.merchantOrderId, earlier.merchantOrderId) &&
  isSaid(purchase.items, earlier.items) &&
  isSaid(purchase.reference ?? undefined, earlier.reference ?? purchase.reference ?? null) &&
  (!earlier.isForPerson || isSaid(purchase.purpose, earlier.purpose)) &&
  isSameMerchant(compileMerchant(purchase.merchant), compileMerchant(earlier.merchant), purchase.where)

const isSaid = (named: unknown, earlier: unknown): boolean =>
  named === undefined || named === earlier || canonicalJson(named) === canonicalJson(earlier)
