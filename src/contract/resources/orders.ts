import { Type, type Static } from 'typebox'
import { AmountCents } from '../primitives.ts'

export const MAX_ORDER_ITEMS = 50

export const OrderItem = Type.Object(
  {
    description: Type.String({ minLength: 1, maxLength: 200 }),
    quantity: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    amount: Type.Integer({
      ...AmountCents,
      description: 'Cents of USD for the whole quantity, after discounts.',
    }),
  },
  { title: 'OrderItem', additionalProperties: false },
)
export type OrderItem = Static<typeof OrderItem>

/**
 * The items of an order and the amounts added to them, in the words of whoever declares it. People read them when they decide; no rule
 * reads them.
 */
export const orderFields = {
  items: Type.Optional(
    Type.Array(OrderItem, {
      maxItems: MAX_ORDER_ITEMS,
      description:
        'What is bought, as the caller says it. With `tax` and `shipping` the amounts come to `expectedAmount`. No decision reads it.',
    }),
  ),
  tax: Type.Optional(Type.Integer({ ...AmountCents, description: 'Cents of USD of tax that no item includes.' })),
  shipping: Type.Optional(Type.Integer({ ...AmountCents, description: 'Cents of USD of shipping.' })),
}

/** An order's items and the amounts added to them. Amounts are cents. */
export interface Order {
  readonly items?: OrderItem[] | undefined
  readonly tax?: number | undefined
  readonly shipping?: number | undefined
}
