import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classes } from '../lib/classes.ts'
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
}

interface TableProps<T> {
  /** For screen readers: what the table lists. */
  caption: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  rowKey: (row: T) => string
  /** The page of a row: the first cell is its link, and the whole row leads there. */
  href?: (row: T) => string
}

const cellClass = <T,>({ right, wideOnly, roomyOnly }: Column<T>) =>
  classes(
    'min-w-20 px-3 py-2.5 first:pl-5 last:pr-5',
    right && 'text-right tabular-nums',
    wideOnly && '@max-xl:hidden',
    roomyOnly && '@max-4xl:hidden',
  )

function Head<T>({ columns }: { columns: readonly Column<T>[] }) {
  return (
    <thead className="text-sm text-quiet">
      <tr className="border-b border-line">
        {columns.map((column) => (
          <th key={column.name} scope="col" className={classes(cellClass(column), 'font-medium whitespace-nowrap')}>
            {column.name}
          </th>
        ))}
      </tr>
    </thead>
  )
}

export function Table<T>({ caption, columns, rows, rowKey, href }: TableProps<T>) {
  return (
    <div className="@container overflow-x-auto">
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">{caption}</caption>
        <Head columns={columns} />
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="relative border-b border-line last:border-0 hover:bg-raised">
              {columns.map((column, index) => (
                <td key={column.name} className={cellClass(column)}>
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
          ))}
        </tbody>
      </table>
    </div>
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
