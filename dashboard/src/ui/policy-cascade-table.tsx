import { Money } from './money.tsx'
import { Fragment, useState } from 'react'
import { Link } from 'react-router'
import {
  policyCascadeRows,
  type PolicyCascadeLevel,
  type PolicyCascadeRow,
  type PolicyCascadeCell,
  type PolicyFieldWarning,
} from '../lib/cascade-rows.ts'
import { joinClassNames } from '../lib/classes.ts'
import { fieldNameInWords } from '../lib/format.ts'
import { policyGroups } from '../lib/policy-fields.ts'
import { Button } from './button.tsx'
import { PolicyRuleValue } from './rule-value.tsx'
import { UntrustedText } from './untrusted-text.tsx'
import { WarningLine } from './words/warning-line.tsx'

interface CascadeProps {
  /** The levels from the customer down. The last one is the level whose page shows the cascade. */
  levels: readonly PolicyCascadeLevel[]
  /** The effective value of each field, by its dotted name, and the level that it comes from. */
  effective: Readonly<Record<string, unknown>>
  sources: Readonly<Record<string, string>>
  warnings?: readonly PolicyFieldWarning[]
}

/**
 * The table of a policy's cascade: a column for each level, and at the right the effective value with the level that it comes from. A value
 * that a lower level replaces is struck through; one that a smaller hard cap makes unreachable says so. On narrow pages each field is a
 * block of its own.
 */
export function PolicyCascadeTable({ levels, effective, sources, warnings = [] }: CascadeProps) {
  const [showsDefaults, setShowsDefaults] = useState(false)
  const { rows, elsewhere } = policyCascadeRows({ levels, effective, sources, warnings })
  const isQuiet = ({ source, warnings: own }: PolicyCascadeRow) => source === 'default' && own.length === 0
  const quiet = rows.filter(isQuiet)
  const shown = showsDefaults ? rows : rows.filter((row) => !isQuiet(row))
  return (
    <>
      {elsewhere.map(({ message }) => (
        <WarningLine key={message} message={message} className="mx-5 mt-4" />
      ))}
      {shown.length === 0 && (
        <p className="px-5 py-6 text-quiet">
          No level sets a rule. Every purchase is approved while the card is active.
        </p>
      )}
      {shown.length > 0 && <Grid levels={levels} rows={shown} />}
      {quiet.length > 0 && (
        <div className="border-t border-line px-3 py-2">
          <Button
            look="ghost"
            size="small"
            aria-expanded={showsDefaults}
            onClick={() => setShowsDefaults(!showsDefaults)}
          >
            {showsDefaults ? 'Hide the defaults' : `Show ${quiet.length} defaults`}
          </Button>
        </div>
      )}
    </>
  )
}

const Grid = ({ levels, rows }: { levels: readonly PolicyCascadeLevel[]; rows: readonly PolicyCascadeRow[] }) => (
  <div className="@container">
    <table role="table" className="w-full border-collapse text-left @max-4xl:block">
      <caption className="sr-only">Where each field of the policy comes from</caption>
      <thead role="rowgroup" className="@max-4xl:sr-only">
        <tr role="row" className="border-b border-line align-bottom">
          <th role="columnheader" scope="col" className="py-2.5 pr-3 pl-5 text-sm font-medium text-quiet">
            Field
          </th>
          {levels.map((one) => (
            <th role="columnheader" key={one.level} scope="col" className="max-w-56 min-w-32 px-3 py-2.5">
              <span className="block text-xs font-medium text-quiet">{fieldNameInWords(one.level)}</span>
              <Link to={one.href} className="block truncate font-semibold hover:underline">
                <UntrustedText text={one.name} />
              </Link>
            </th>
          ))}
          <th role="columnheader" scope="col" className="min-w-40 bg-accent-wash py-2.5 pr-5 pl-3 text-accent">
            Effective value
          </th>
        </tr>
      </thead>
      {policyGroups.map(({ title, fields }) => {
        const own = rows.filter(({ field }) => fields.some(({ name }) => name === field))
        return own.length === 0 ? null : <Group key={title} title={title} rows={own} levels={levels} />
      })}
    </table>
  </div>
)

const Group = ({
  title,
  rows,
  levels,
}: {
  title: string
  rows: readonly PolicyCascadeRow[]
  levels: readonly PolicyCascadeLevel[]
}) => (
  <tbody role="rowgroup" className="@max-4xl:block">
    <tr role="row" className="bg-raised @max-4xl:block">
      <th
        role="rowheader"
        scope="rowgroup"
        colSpan={levels.length + 2}
        className="px-5 py-1.5 text-xs font-semibold tracking-wide text-quiet uppercase @max-4xl:block"
      >
        {title}
      </th>
    </tr>
    {rows.map((row) => (
      <Fragment key={row.field}>
        <Row row={row} levels={levels} />
        {row.warnings.map(({ message }) => (
          <tr key={message} role="row" className="border-b border-line last:border-0 @max-4xl:block">
            <td role="cell" colSpan={levels.length + 2} className="px-5 py-2 @max-4xl:block">
              <WarningLine message={message} />
            </td>
          </tr>
        ))}
      </Fragment>
    ))}
  </tbody>
)

const Row = ({ row, levels }: { row: PolicyCascadeRow; levels: readonly PolicyCascadeLevel[] }) => (
  <tr
    role="row"
    className={joinClassNames(
      'border-line align-top last:border-0 @max-4xl:block @max-4xl:py-3',
      row.warnings.length === 0 && 'border-b',
    )}
  >
    <th role="rowheader" scope="row" className="py-2.5 pr-3 pl-5 font-normal @max-4xl:block @max-4xl:py-0">
      <span className="block font-medium @4xl:font-normal">{row.label}</span>
    </th>
    {levels.map(({ level, name }) => (
      <LevelCell key={level} field={row.field} level={level} name={name} cell={row.cells[level]} />
    ))}
    <td
      role="cell"
      className="bg-accent-wash py-2.5 pr-5 pl-3 @max-4xl:mx-5 @max-4xl:mt-2 @max-4xl:block @max-4xl:rounded-lg @max-4xl:px-3"
    >
      <span className="mr-2 font-semibold tabular-nums wrap-anywhere">
        {row.isCap && 'at most '}
        <PolicyRuleValue rule={row.field} value={row.value} />
      </span>
      <span
        className={joinClassNames('text-sm whitespace-nowrap', row.source === 'default' ? 'text-quiet' : 'text-accent')}
      >
        {row.source === 'default' ? 'by default' : `from the ${row.source}`}
      </span>
      {row.cappedBy && (
        <span className="mt-1 block text-sm text-warn">
          The {row.cappedBy.level}’s cap of <Money cents={row.cappedBy.cents} /> is smaller and applies first.
        </span>
      )}
    </td>
  </tr>
)

function LevelCell({
  field,
  level,
  name,
  cell,
}: {
  field: string
  level: string
  name: string
  cell: PolicyCascadeCell | undefined
}) {
  if (cell === undefined) {
    return (
      <td role="cell" className="px-3 py-2.5 text-quiet @max-4xl:hidden">
        <span aria-hidden>–</span>
        <span className="sr-only">not set</span>
      </td>
    )
  }
  return (
    <td role="cell" className="px-3 py-2.5 tabular-nums wrap-anywhere @max-4xl:block @max-4xl:px-5 @max-4xl:py-0.5">
      <span className="text-sm text-quiet @4xl:hidden">
        {fieldNameInWords(level)} <UntrustedText text={name} />:{' '}
      </span>
      {cell.holds ? (
        <span className="font-medium">
          <PolicyRuleValue rule={field} value={cell.value} />
          <span aria-hidden className="pl-1.5 text-accent" title="This value applies">
            →
          </span>
          <span className="sr-only"> applies</span>
        </span>
      ) : (
        <span className="text-quiet">
          <s>
            <PolicyRuleValue rule={field} value={cell.value} />
          </s>
          <span className="block text-xs">
            {cell.replacedBy ? `the ${cell.replacedBy} replaces it` : 'does not apply'}
          </span>
        </span>
      )}
    </td>
  )
}
