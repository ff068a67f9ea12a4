import type { Intent } from '@purser/client'
import { Money } from './money.tsx'
import { UntrustedText } from './untrusted-text.tsx'

interface OrderProps {
  /** The intent, or the subject of an approval, whose items are shown. */
  of: Pick<Intent, 'items' | 'tax' | 'shipping' | 'expectedAmount' | 'expectedCurrency'>
}

/** The items of an order, as the agent declares them. No rule has checked them, so the heading says that they are the agent's words. */
export function DeclaredOrderItems({
  of: { items = [], tax, shipping, expectedAmount, expectedCurrency = 'usd' },
}: OrderProps) {
  const added = [
    ['Tax', tax],
    ['Shipping', shipping],
    ['Total', expectedAmount],
  ] as const
  return (
    <div className="min-w-0">
      <table className="w-full text-left">
        <caption className="pb-1 text-left text-quiet">What it buys, in the agent’s own words</caption>
        <thead className="sr-only">
          <tr>
            <th>Item</th>
            <th>Amount</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ description, quantity, amount }, index) => (
            <tr key={index} className="border-t border-line align-baseline">
              <td className="py-1 pr-4 wrap-anywhere">
                {quantity > 1 && <span className="text-quiet">{quantity} × </span>}
                <UntrustedText text={description} />
              </td>
              <td className="py-1 text-right">
                <Money cents={amount} currency={expectedCurrency} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {added.map(([name, amount]) =>
            amount === undefined ? null : (
              <tr key={name} className="border-t border-line align-baseline">
                <td className="py-1 pr-4 text-quiet">{name}</td>
                <td className="py-1 text-right">
                  <Money cents={amount} currency={expectedCurrency} />
                </td>
              </tr>
            ),
          )}
        </tfoot>
      </table>
    </div>
  )
}

/** Whether an intent has items, tax or shipping to show. */
export const hasOrderDetails = ({ items, tax, shipping }: OrderProps['of']): boolean =>
  (items?.length ?? 0) > 0 || tax !== undefined || shipping !== undefined
