import { createContext, type ReactNode, useContext } from 'react'
import { formatMoney } from '../lib/format.ts'

const Currency = createContext('USD')

/** Everything within is about a customer with this currency: amounts that name none are in it. Undefined: as around it. */
export function InCurrency({ of, children }: { of: string | undefined; children: ReactNode }) {
  const around = useContext(Currency)
  return <Currency value={of?.toUpperCase() ?? around}>{children}</Currency>
}

/** The currency of what is shown here, an ISO 4217 code in upper case. */
export const useCurrency = (): string => useContext(Currency)

/** An amount in cents, in figures of one width: in a column, cents stand below cents. */
export function Money({ cents, currency }: { cents: number; currency?: string | undefined }) {
  const around = useCurrency()
  return <span className="tabular-nums whitespace-nowrap">{formatMoney(cents, currency ?? around)}</span>
}
