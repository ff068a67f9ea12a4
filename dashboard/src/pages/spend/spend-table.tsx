import { Link } from 'react-router'
import { joinClassNames } from '../../lib/classes.ts'
import { formatCount } from '../../lib/format.ts'
import { Money } from '../../ui/money.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { SpendAmountChange } from './change.tsx'
import { spendGroupings, isTimeGrouping } from './groups.ts'
import type { SpendReportRow } from './rows.ts'
import type { SpendReport } from './use-spend.ts'
import type { SpendReportView } from './use-spend-view.ts'

const shape = 'px-3 py-2 whitespace-nowrap first:pl-5 last:pr-5'
const cell = `${shape} text-right tabular-nums`
const head = `${shape} text-right font-medium`
const wide = '@max-5xl:hidden'
const roomy = '@max-4xl:hidden'
const beside = '@max-2xl:hidden'

/** The table of the spend report: a row for each group, whose counts link to the transactions. */
export function SpendTable({ rows, total, view }: SpendReport & { view: SpendReportView }) {
  const isCompared = !isTimeGrouping(view.group)
  const most = Math.max(...rows.map(({ spent }) => spent), 1)
  return (
    <div className="@container overflow-x-auto">
      <table className="w-full border-collapse">
        <caption className="sr-only">Spend by {spendGroupings[view.group].toLowerCase()}</caption>
        <thead className="text-sm text-quiet">
          <tr className="border-b border-line">
            <th scope="col" className={joinClassNames(shape, 'w-full text-left font-medium')}>
              {spendGroupings[view.group]}
            </th>
            <th scope="col" className={head}>
              Spent
            </th>
            <th scope="col" className={joinClassNames(head, roomy)}>
              Share
            </th>
            {isCompared && (
              <th scope="col" className={joinClassNames(head, wide)}>
                Before
              </th>
            )}
            {isCompared && (
              <th scope="col" className={joinClassNames(head, roomy)}>
                Change
              </th>
            )}
            <th scope="col" className={joinClassNames(head, beside)}>
              Purchases
            </th>
            <th scope="col" className={joinClassNames(head, beside)}>
              Declined
            </th>
            <th scope="col" className={joinClassNames(head, beside)}>
              Blocked
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.key} row={row} whole={total.spent} most={most} isCompared={isCompared} />
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t-2 border-line font-semibold">
            <th scope="row" className={joinClassNames(shape, 'text-left')}>
              Total
            </th>
            <td className={cell}>
              <Money cents={total.spent} />
            </td>
            <td className={joinClassNames(cell, roomy)}>{total.spent > 0 && '100%'}</td>
            {isCompared && (
              <td className={joinClassNames(cell, wide)}>
                <Money cents={total.before} />
              </td>
            )}
            {isCompared && (
              <td className={joinClassNames(cell, roomy)}>
                <SpendAmountChange now={total.spent} before={total.before} />
              </td>
            )}
            <td className={joinClassNames(cell, beside)}>{formatCount(total.purchases)}</td>
            <td className={joinClassNames(cell, beside)}>{formatCount(total.declines)}</td>
            <td className={joinClassNames(cell, beside)}>
              <Money cents={total.blocked} />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

interface RowProps {
  row: SpendReportRow
  /** The spend of all rows of the report together, and that of the largest row. */
  whole: number
  most: number
  isCompared: boolean
}

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })

const Row = ({ row, whole, most, isCompared }: RowProps) => (
  <tr className="border-b border-line last:border-0 hover:bg-raised">
    <th scope="row" className="max-w-0 min-w-32 px-3 py-2 pl-5 @sm:min-w-44 text-left font-medium">
      <span className="block truncate" title={row.name}>
        <Counted to={row.purchasesHref}>
          <UntrustedText text={row.name} />
        </Counted>
      </span>
      <svg aria-hidden className="mt-1 h-1 w-full rounded-full" preserveAspectRatio="none" viewBox="0 0 100 1">
        <rect width={Math.max(0, (100 * row.spent) / most)} height="1" className="fill-series-1" />
      </svg>
      <span className="mt-1 block text-sm font-normal text-quiet @2xl:hidden">
        {`${formatCount(row.purchases)} ${row.purchases === 1 ? 'purchase' : 'purchases'}, ${formatCount(row.declines)} declined`}
      </span>
    </th>
    <td className={cell}>
      <Money cents={row.spent} />
    </td>
    <td className={joinClassNames(cell, 'text-quiet', roomy)}>{whole > 0 && percent.format(row.spent / whole)}</td>
    {isCompared && (
      <td className={joinClassNames(cell, wide, 'text-quiet')}>
        <Money cents={row.before ?? 0} />
      </td>
    )}
    {isCompared && (
      <td className={joinClassNames(cell, roomy)}>
        <SpendAmountChange now={row.spent} before={row.before ?? 0} />
      </td>
    )}
    <td className={joinClassNames(cell, beside)}>
      <Counted
        to={row.purchases > 0 ? row.purchasesHref : null}
        label={`${formatCount(row.purchases)} purchases, ${row.name}`}
      >
        {formatCount(row.purchases)}
      </Counted>
    </td>
    <td className={joinClassNames(cell, beside)}>
      <Counted
        to={row.declines > 0 ? row.declinesHref : null}
        label={`${formatCount(row.declines)} declined, ${row.name}`}
      >
        {formatCount(row.declines)}
      </Counted>
    </td>
    <td className={joinClassNames(cell, beside)}>
      <Money cents={row.blocked} />
    </td>
  </tr>
)

const Counted = ({ to, label, children }: { to: string | null; label?: string; children: React.ReactNode }) =>
  to === null ? (
    <>{children}</>
  ) : (
    <Link to={to} className="hover:underline" {...(label !== undefined && { 'aria-label': label })}>
      {children}
    </Link>
  )
