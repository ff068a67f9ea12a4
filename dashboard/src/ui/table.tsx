import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { joinClassNames } from '../lib/classes.ts'
import { ControlsDisabledByChangeContext, useInputGuard } from '../lib/input/input-guard.ts'
import type { ListRowSelection } from '../lib/use-selection.ts'
import { RowCheckbox } from './list/row-checkbox.tsx'
import { Skeleton } from './states.tsx'

export interface TableColumn<T> {
  readonly name: string
  readonly cell: (row: T) => ReactNode
  /** True: the column's numbers are aligned at the right. */
  readonly right?: boolean
  /** True: narrow tables leave the column out. */
  readonly wideOnly?: boolean
  /** True: tables narrower than a desktop's leave the column out. */
  readonly roomyOnly?: boolean
  /** The CSS class of the column's width in dense tables. Absent: the column shares the remaining width. */
  readonly width?: string
  /** True: tables narrower than a large desktop's leave the column out. */
  readonly widestOnly?: boolean
}

interface TableProps<T> {
  /** The name of the table's content, for screen readers. */
  caption: string
  columns: readonly TableColumn<T>[]
  rows: readonly T[]
  rowKey: (row: T) => string
  /** The address of a row's page. The first cell is the link, and a click anywhere in the row follows it. */
  href?: (row: T) => string
  /** True: every row has a single line. */
  isDense?: boolean
  /** The heading above neighbouring rows that share it, such as their day. */
  groupOf?: (row: T) => string
  /** The selection, and the name of each row for its checkbox. Undefined: rows cannot be selected. */
  selection?: { readonly of: ListRowSelection; readonly label: (row: T) => string } | undefined
}

const cellClass = <T,>({ right, wideOnly, roomyOnly, widestOnly }: TableColumn<T>, isDense = false) =>
  joinClassNames(
    'min-w-20 px-3 first:pl-5 last:pr-5',
    isDense ? 'py-2' : 'py-2.5',
    right && 'text-right tabular-nums',
    wideOnly && '@max-xl:hidden',
    roomyOnly && '@max-4xl:hidden',
    widestOnly && '@max-5xl:hidden',
  )

/** The head of a table. `first`: a cell before the columns, for the checkboxes of selectable rows. */
function Head<T>({ columns, first }: { columns: readonly TableColumn<T>[]; first?: ReactNode }) {
  return (
    <thead className="text-sm text-quiet">
      <tr className="border-b border-line">
        {first}
        {columns.map((column) => (
          <th
            key={column.name}
            scope="col"
            className={joinClassNames(cellClass(column), column.width, 'font-medium whitespace-nowrap')}
          >
            {column.name}
          </th>
        ))}
      </tr>
    </thead>
  )
}

export function Table<T>({ caption, columns, rows, rowKey, href, isDense, groupOf, selection }: TableProps<T>) {
  // After rows have moved, a click could hit another row than the one that the person aimed at, so the table is guarded for a moment.
  const [body, haveMoved] = useInputGuard<HTMLTableSectionElement>(rows.map(rowKey).join(' '), false)
  return (
    <div className="@container overflow-x-auto">
      <table className={joinClassNames('w-full border-collapse text-left', isDense && '@xl:table-fixed')}>
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
          <ControlsDisabledByChangeContext value={haveMoved ? 'rows' : undefined}>
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
          </ControlsDisabledByChangeContext>
        </tbody>
      </table>
    </div>
  )
}

function AllCheckbox({ of: { ids, toggleAll }, count }: { of: ListRowSelection; count: number }) {
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
export const LoadingTable = <T,>({ columns, lines = 8 }: { columns: readonly TableColumn<T>[]; lines?: number }) => (
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

/** The heading of a group of rows. It must not span a column that is left out: the width of that column would be taken from the others. */
function GroupHead<T>({ columns, text }: { columns: readonly TableColumn<T>[]; text: string }) {
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
