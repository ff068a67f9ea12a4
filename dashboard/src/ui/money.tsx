import { createContext, type ReactNode, useContext } from 'react'
import { formatMoney } from '../lib/format.ts'

const Currency = createContext('USD')

/** Sets the currency of its children: amounts without a currency are in it. Undefined: the currency of the surrounding page. */
export function CurrencyScope({ of, children }: { of: string | undefined; children: ReactNode }) {
  const around = useContext(Currency)
  return <Currency value={of?.toUpperCase() ?? around}>{children}</Currency>
}

/** The currency of amounts on this part of the page, as an ISO 4217 code in upper case. */
export const usePageCurrency = (): string => useContext(Currency)

/** An amount in digits of equal width, so that cents align in a column. */
export function Money({ cents, currency }: { cents: number; currency?: string | undefined }) {
  const around = usePageCurrency()
  return <span className="tabular-nums whitespace-nowrap">{formatMoney(cents, currency ?? around)}</span>
}
