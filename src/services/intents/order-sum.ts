import { invalidRequest } from '../../contract/errors.ts'
import type { Order } from '../../contract/resources/orders.ts'

interface DeclaredOrder extends Order {
  readonly expectedAmount?: number | undefined
}

/**
 * Refuses an order that does not add up (contract, section 9): its items, tax and shipping come to `expectedAmount`. Without items, tax and
 * shipping are at most `expectedAmount`. Nothing is compared where no amount is expected. Throws 400 naming the field.
 */
export function checkOrderSum({ items, tax = 0, shipping = 0, expectedAmount }: DeclaredOrder): void {
  if (expectedAmount === undefined) return
  const extras = tax + shipping
  if (items === undefined) {
    if (extras <= expectedAmount) return
    throw doesNotAddUp(
      tax > expectedAmount ? 'tax' : 'shipping',
      `\`tax\` and \`shipping\` come to ${extras}`,
      expectedAmount,
    )
  }
  const sum = items.reduce((total, { amount }) => total + amount, extras)
  if (sum === expectedAmount) return
  throw doesNotAddUp('items', `\`items\`, \`tax\` and \`shipping\` come to ${sum}`, expectedAmount)
}

const doesNotAddUp = (param: string, sum: string, expectedAmount: number) =>
  invalidRequest(
    param,
    `${sum}, and \`expectedAmount\` is ${expectedAmount}.`,
    'parameter_invalid',
    'The `amount` of an item is for its whole quantity, after discounts. Correct the amount that is wrong, or leave `items`, `tax` and `shipping` out.',
  )
