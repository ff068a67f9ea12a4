import { usePageCurrency } from '../../ui/money.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDayRange } from '../../lib/days.ts'
import { formatCount, formatMoney } from '../../lib/format.ts'
import { transactionsLink } from '../../lib/transactions-link.ts'
import { SpendAmountChange } from './change.tsx'
import type { SpendReport } from './use-spend.ts'
import type { SpendReportView } from './use-spend-view.ts'

/** The sums of all purchases that the spend report's filters select. */
export function SpendTotals({
  of: { total, behind },
  view: { range, compared },
}: {
  of: SpendReport
  view: SpendReportView
}) {
  const currency = usePageCurrency()
  const link = (summed: 'approved' | 'declined') => transactionsLink({ ...behind, summed }, range)
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border border-line bg-line lg:grid-cols-4">
      <Figure name="Spent" value={formatMoney(total.spent, currency)} to={link('approved')}>
        <SpendAmountChange now={total.spent} before={total.before} /> against {formatMoney(total.before, currency)},{' '}
        {formatDayRange(compared)}
      </Figure>
      <Figure name="Purchases" value={formatCount(total.purchases)} to={link('approved')}>
        {total.purchases > 0 && `${formatMoney(Math.round(total.spent / total.purchases), currency)} on average`}
      </Figure>
      <Figure name="Declined" value={formatCount(total.declines)} to={link('declined')}>
        {total.purchases + total.declines > 0 &&
          `${percent(total.declines / (total.purchases + total.declines))} of all that was asked for`}
      </Figure>
      <Figure name="Blocked" value={formatMoney(total.blocked, currency)} to={link('declined')}>
        What declined purchases asked for
      </Figure>
    </dl>
  )
}

const share = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })
const percent = (value: number): string => share.format(value)

const Figure = ({ name, value, to, children }: { name: string; value: string; to: string; children: ReactNode }) => (
  <div className="grid content-start gap-0.5 bg-sheet px-5 py-4">
    <dt className="text-sm text-quiet">{name}</dt>
    <dd>
      <Link to={to} className="text-xl font-semibold tabular-nums hover:underline" aria-label={`${name}: ${value}`}>
        {value}
      </Link>
      <p className="text-sm text-quiet">{children}</p>
    </dd>
  </div>
)
