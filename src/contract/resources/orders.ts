import { Type, type Static } from 'typebox'
import { AmountCents } from '../primitives.ts'

export const MAX_ORDER_ITEMS = 50

export const OrderItem = Type.Object(
  {
    description: Type.String({ minLength: 1, maxLength: 200 }),
    quantity: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    amount: Type.Integer({
      ...AmountCents,
      description:
        "The price of the item's whole quantity, after discounts, in minor units of the currency of the purchase.",
    }),
  },
  { title: 'OrderItem', additionalProperties: false },
)
export type OrderItem = Static<typeof OrderItem>

/**
 * The items of an order and the amounts added to them, in the words of whoever declares it. People read them when they decide; no rule
 * reads them.
 */
export const declaredOrderFields = {
  items: Type.Optional(
    Type.Array(OrderItem, {
      maxItems: MAX_ORDER_ITEMS,
      description:
        'The items of the order, in the words of the caller. With `tax` and `shipping` their amounts come to `expectedAmount`. No decision reads them.',
    }),
  ),
  tax: Type.Optional(
    Type.Integer({
      ...AmountCents,
      description: 'The tax of the order that no item includes, in minor units of the currency of the purchase.',
    }),
  ),
  shipping: Type.Optional(
    Type.Integer({
      ...AmountCents,
      description: 'The shipping costs of the order, in minor units of the currency of the purchase.',
    }),
  ),
}

/** An order's items and the amounts added to them. Amounts are cents. */
export interface ShopOrder {
  readonly items?: OrderItem[] | undefined
  readonly tax?: number | undefined
  readonly shipping?: number | undefined
}
