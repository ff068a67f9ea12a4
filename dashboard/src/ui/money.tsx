import { formatMoney } from '../lib/format.ts'

/** An amount in cents, in figures of one width: in a column, cents stand below cents. */
export const Money = ({ cents, currency = 'usd' }: { cents: number; currency?: string }) => (
  <span className="tabular-nums whitespace-nowrap">{formatMoney(cents, currency)}</span>
)
