import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { classes } from '../lib/classes.ts'
import { IsNew, useGuard } from '../lib/input/input-guard.ts'
import type { Selection } from '../lib/use-selection.ts'
import { RowCheckbox } from './list/row-checkbox.tsx'
import { Skeleton } from './states.tsx'

export interface Column<T> {
  readonly name: string
  readonly cell: (row: T) => ReactNode
  /** Numbers stand at the right. */
  readonly right?: boolean
  /** Left out where the table is narrow. */
  readonly wideOnly?: boolean
  /** Left out where the table has not the width of a desk. */
  readonly roomyOnly?: boolean
  /** A class that sets its width where rows are dense; without one it shares what is left. */
  readonly width?: string
  /** Left out where the table has not the width of a large desk. */
  readonly widestOnly?: boolean
}

interface TableProps<T> {
  /** For screen readers: what the table lists. */
  caption: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  rowKey: (row: T) => string
  /** The page of a row: the first cell is its link, and the whole row leads there. */
  href?: (row: T) => string
  /** Rows of one line each, which are low. */
  isDense?: boolean
  /** The heading above neighbouring rows that have it in common, such as their day. */
  groupOf?: (row: T) => string
  /** Rows can be selected: which are, and what each is called. */
  selection?: { readonly of: Selection; readonly label: (row: T) => string } | undefined
}

const cellClass = <T,>({ right, wideOnly, roomyOnly, widestOnly }: Column<T>, isDense = false) =>
  classes(
    'min-w-20 px-3 first:pl-5 last:pr-5',
    isDense ? 'py-2' : 'py-2.5',
    right && 'text-right tabular-nums',
    wideOnly && '@max-xl:hidden',
    roomyOnly && '@max-4xl:hidden',
    widestOnly && '@max-5xl:hidden',
  )

/** `first`: the cell before the columns, for a table whose rows can be selected. */
function Head<T>({ columns, first }: { columns: readonly Column<T>[]; first?: ReactNode }) {
  return (
    <thead className="text-sm text-quiet">
      <tr className="border-b border-line">
        {first}
        {columns.map((column) => (
          <th
            key={column.name}
            scope="col"
            className={classes(cellClass(column), column.width, 'font-medium whitespace-nowrap')}
          >
            {column.name}
          </th>
        ))}
      </tr>
    </thead>
  )
}

export function Table<T>({ caption, columns, rows, rowKey, href, isDense, groupOf, selection }: TableProps<T>) {
  // Rows that have moved are under the pointer of somebody who meant another one.
  const [body, haveMoved] = useGuard<HTMLTableSectionElement>(rows.map(rowKey).join(' '), false)
  return (
    <div className="@container overflow-x-auto">
      <table className={classes('w-full border-collapse text-left', isDense && '@xl:table-fixed')}>
        <caption className="sr-only">{caption}</caption>
        <Head
          columns={columns}
          first={
            selection && (
              <th scope="col" className="w-0 py-2.5 pl-5">
                <AllCheckbox of={selection.of} count={rows.length} />
              </th>
            )
          }
        />
        <tbody ref={body} data-guarded="rows" data-new={haveMoved || undefined}>
          <IsNew value={haveMoved ? 'rows' : undefined}>
            {rows.map((row, at) => (
              <Fragment key={rowKey(row)}>
                {groupOf && groupOf(row) !== (rows[at - 1] && groupOf(rows[at - 1] as T)) && (
                  <GroupHead columns={columns} text={groupOf(row)} />
                )}
                <tr
                  data-row={rowKey(row)}
                  className="relative border-b border-line last:border-0 hover:bg-raised has-checked:bg-accent-wash"
                >
                  {selection && (
                    <td className="w-0 py-2.5 pl-5">
                      <RowCheckbox id={rowKey(row)} label={selection.label(row)} selection={selection.of} />
                    </td>
                  )}
                  {columns.map((column, index) => (
                    <td key={column.name} className={cellClass(column, isDense)}>
                      {index === 0 && href ? (
                        <Link to={href(row)} className="font-medium after:absolute after:inset-0">
                          {column.cell(row)}
                        </Link>
                      ) : (
                        column.cell(row)
                      )}
                    </td>
                  ))}
                </tr>
              </Fragment>
            ))}
          </IsNew>
        </tbody>
      </table>
    </div>
  )
}

function AllCheckbox({ of: { ids, toggleAll }, count }: { of: Selection; count: number }) {
  return (
    <label className="-m-2 inline-flex cursor-pointer p-2 align-middle">
      <span className="sr-only">Select all that are shown</span>
      <input
        type="checkbox"
        className="size-4 accent-accent"
        ref={(input) => {
          if (input !== null) input.indeterminate = ids.size > 0 && ids.size < count
        }}
        checked={ids.size > 0}
        onChange={toggleAll}
      />
    </label>
  )
}

/** A table that is still loading: its head, and rows of the height of most tables. */
export const LoadingTable = <T,>({ columns, lines = 8 }: { columns: readonly Column<T>[]; lines?: number }) => (
  <div className="@container overflow-x-auto" role="status">
    <span className="sr-only">Loading</span>
    <table aria-hidden className="w-full border-collapse text-left">
      <Head columns={columns} />
      <tbody>
        {Array.from({ length: lines }, (_, line) => (
          <tr key={line} className="border-b border-line last:border-0">
            {columns.map((column) => (
              <td key={column.name} className={cellClass(column)}>
                <Skeleton className="h-8" />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** Above the rows of a group. A column that is left out must not be spanned: its width would be taken from the others. */
function GroupHead<T>({ columns, text }: { columns: readonly Column<T>[]; text: string }) {
  const leftOut = columns.filter(({ roomyOnly, widestOnly }) => roomyOnly || widestOnly)
  return (
    <tr className="border-b border-line bg-raised">
      <th scope="colgroup" colSpan={columns.length - leftOut.length} className="px-5 py-1.5 text-sm font-medium">
        {text}
      </th>
      {leftOut.map(({ name, roomyOnly }) => (
        <td key={name} className={roomyOnly ? '@max-4xl:hidden' : '@max-5xl:hidden'} />
      ))}
    </tr>
  )
}
