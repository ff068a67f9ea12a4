import { invalidRequestError } from '../../contract/errors.ts'
import type { ShopOrder } from '../../contract/resources/orders.ts'

interface DeclaredOrder extends ShopOrder {
  readonly expectedAmount?: number | undefined
}

/**
 * Refuses an order that does not add up (contract, section 9): its items, tax and shipping come to `expectedAmount`. Without items, tax and
 * shipping are at most `expectedAmount`. Nothing is compared where no amount is expected. Throws 400 naming the field.
 */
export function checkOrderSum(order: DeclaredOrder): void {
  const { items, tax = 0, shipping = 0, expectedAmount } = order
  if (expectedAmount === undefined) return
  const sum = (items ?? []).reduce((total, { amount }) => total + amount, tax + shipping)
  if (items === undefined ? sum <= expectedAmount : sum === expectedAmount) return
  const param = items !== undefined ? 'items' : tax > expectedAmount ? 'tax' : 'shipping'
  const fields = summedIn(order)
  throw invalidRequestError(
    param,
    `${fields} come to ${sum}, and \`expectedAmount\` is ${expectedAmount}.`,
    'parameter_invalid',
    `The \`amount\` of an item is for its whole quantity, after discounts. Correct the amount that is wrong, or leave ${fields} out.`,
  )
}

/** The names of an order's fields that are added up, for an error message. An agent that sends only items is told of no other field. */
function summedIn({ items, tax, shipping }: ShopOrder): string {
  if (items === undefined) return '`tax` and `shipping`'
  return tax === undefined && shipping === undefined ? '`items`' : '`items`, `tax` and `shipping`'
}
