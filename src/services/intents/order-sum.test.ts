import { describe, expect, it } from 'vitest'
import type { ApiError } from '../../contract/errors.ts'
import { checkOrderSum } from './order-sum.ts'

const toner = { description: 'Toner', quantity: 2, amount: 8_000 }
const paper = { description: 'Paper', quantity: 1, amount: 1_000 }

function paramOf(order: Parameters<typeof checkOrderSum>[0]): string | undefined {
  try {
    checkOrderSum(order)
  } catch (error) {
    return (error as ApiError).extras.param
  }
  return undefined
}

describe('the sum of an order', () => {
  it.each([
    ['of items alone', { items: [toner, paper], expectedAmount: 9_000 }, undefined],
    ['of items, tax and shipping', { items: [toner], tax: 500, shipping: 700, expectedAmount: 9_200 }, undefined],
    ['a cent more', { items: [toner, paper], expectedAmount: 8_999 }, 'items'],
    ['a cent less', { items: [toner, paper], expectedAmount: 9_001 }, 'items'],
    ['shipping that the amount leaves out', { items: [toner], shipping: 700, expectedAmount: 8_000 }, 'items'],
    ['no items of an amount', { items: [], expectedAmount: 9_000 }, 'items'],
    ['no amount to compare with', { items: [toner], tax: 1 }, undefined],
    ['tax and shipping below the amount', { tax: 500, shipping: 700, expectedAmount: 9_000 }, undefined],
    ['tax above the amount', { tax: 9_001, expectedAmount: 9_000 }, 'tax'],
    ['tax and shipping above the amount', { tax: 5_000, shipping: 5_000, expectedAmount: 9_000 }, 'shipping'],
    ['nothing', { expectedAmount: 9_000 }, undefined],
  ])('%s', (_, order, param) => {
    expect(paramOf(order)).toBe(param)
  })

  it('is told with what was expected', () => {
    expect(() => checkOrderSum({ items: [toner], tax: 1, expectedAmount: 9_000 })).toThrow(
      '`items`, `tax` and `shipping` come to 8001, and `expectedAmount` is 9000.',
    )
  })
})
