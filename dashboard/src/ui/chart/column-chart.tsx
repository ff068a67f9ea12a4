import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { joinClassNames } from '../../lib/classes.ts'
import { UntrustedText } from '../untrusted-text.tsx'
import { ColumnPlot, type ChartPointerPosition } from './plot.tsx'
import { type ChartSeries, sumOfNumbers } from './series.ts'
import { SeriesSwatch } from './swatch.tsx'

export interface ChartColumn {
  readonly key: string
  /** The chart column's name below the axis. */
  readonly short: string
  /** The chart column's name in the tooltip. */
  readonly long: string
  readonly href: string
  /** The text of the link in a column's tooltip. */
  readonly act: string
}

interface ChartProps {
  readonly columns: readonly ChartColumn[]
  readonly series: readonly ChartSeries[]
  /** The name of the legend, for screen readers. */
  readonly label: string
  readonly format: (value: number) => string
  readonly formatShort: (value: number) => string
}

/** A chart of stacked columns with a legend. Pointing at a series highlights it and opens a tooltip; a click keeps the tooltip open. */
export function ColumnChart({ columns, series, label, format, formatShort }: ChartProps) {
  const [point, setPoint] = useState<ChartPointerPosition | null>(null)
  const [pinned, setPinned] = useState<ChartPointerPosition | null>(null)
  const [named, setNamed] = useState<string | null>(null)
  const shown = pinned ?? point
  const lit = named ?? shown?.key ?? null
  const names = useMemo(() => columns.map(({ short }) => short), [columns])
  useEffect(() => {
    if (pinned === null) return undefined
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setPinned(null)
    addEventListener('keydown', close)
    return () => removeEventListener('keydown', close)
  }, [pinned])
  return (
    <div className="@container grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="relative">
        <ColumnPlot
          columns={names}
          series={series}
          lit={lit}
          shown={shown?.column}
          onPoint={(next) => setPoint((last) => (isSame(last, next) ? last : next))}
          onPin={(next) => setPinned((last) => (last === null ? next : null))}
          formatShort={formatShort}
        />
        {shown && columns[shown.column] && (
          <Tooltip
            column={columns[shown.column] as ChartColumn}
            {...{ shown, series, format, lit }}
            isPinned={pinned !== null}
          />
        )}
      </div>
      <ul
        className={joinClassNames(
          'grid grid-cols-[minmax(0,1fr)] gap-x-8',
          series.length > 1 && '@lg:grid-cols-[repeat(2,minmax(0,1fr))]',
        )}
        aria-label={label}
      >
        {series.map((one, index) => (
          <li
            key={one.key}
            className={joinClassNames(
              '-mx-2 flex items-center gap-2.5 rounded-md px-2 py-1',
              lit === one.key && 'bg-raised',
            )}
            onPointerEnter={() => setNamed(one.key)}
            onPointerLeave={() => setNamed(null)}
          >
            <SeriesSwatch index={index} isRest={one.isRest} />
            <span className="min-w-0 flex-1 truncate">
              <UntrustedText text={one.name} />
            </span>
            <Value of={one} text={format(one.total)} onFocus={(is) => setNamed(is ? one.key : null)} />
          </li>
        ))}
      </ul>
    </div>
  )
}

const isSame = (a: ChartPointerPosition | null, b: ChartPointerPosition | null): boolean =>
  a === b || (a !== null && b !== null && a.column === b.column && a.key === b.key && a.left === b.left)

function Value({ of, text, onFocus }: { of: ChartSeries; text: string; onFocus: (is: boolean) => void }) {
  if (of.href === null) return <span className="tabular-nums">{text}</span>
  return (
    <Link
      to={of.href}
      className="tabular-nums hover:underline"
      aria-label={`${text}, ${of.name}`}
      onFocus={() => onFocus(true)}
      onBlur={() => onFocus(false)}
    >
      {text}
    </Link>
  )
}

interface TooltipProps {
  readonly column: ChartColumn
  readonly shown: ChartPointerPosition
  readonly series: readonly ChartSeries[]
  readonly format: (value: number) => string
  readonly lit: string | null
  readonly isPinned: boolean
}

/** The width of the chart's tooltip (`w-64`), and the space between it and its column, in pixels. */
const WIDTH = 256
const BESIDE = 14

/**
 * The left edge of the tooltip in pixels: right of its column, or left of it if there is no room, or above it if there is none on either
 * side.
 */
function leftOf({ left, width }: ChartPointerPosition): number {
  if (left + BESIDE + WIDTH <= width) return left + BESIDE
  if (left - BESIDE - WIDTH >= 0) return left - BESIDE - WIDTH
  return Math.max(0, Math.min(width - WIDTH, left - WIDTH / 2))
}

function Tooltip({ column, shown, series, format, lit, isPinned }: TooltipProps) {
  const parts = series
    .map((one, index) => ({ one, index, value: one.values[shown.column] ?? 0 }))
    .filter(({ value }) => value !== 0)
    .toReversed()
  return (
    <div
      className={joinClassNames(
        'absolute top-2 z-10 grid w-64 max-w-full gap-1.5 rounded-lg border border-line bg-sheet p-3 text-sm shadow-lg',
        !isPinned && 'pointer-events-none',
      )}
      style={{ left: leftOf(shown) }}
    >
      <Line
        name={<span className="font-medium">{column.long}</span>}
        value={format(sumOfNumbers(parts.map(({ value }) => value)))}
      />
      {parts.length > 0 && (
        <ul className="grid gap-1 border-t border-line pt-1.5">
          {parts.map(({ one, index, value }) => (
            <li key={one.key} className={joinClassNames(lit !== null && lit !== one.key && 'opacity-60')}>
              <Line
                name={
                  <>
                    <SeriesSwatch index={index} isRest={one.isRest} />
                    <span className="truncate">
                      <UntrustedText text={one.name} />
                    </span>
                  </>
                }
                value={format(value)}
              />
            </li>
          ))}
        </ul>
      )}
      {isPinned ? (
        <Link to={column.href} className="pt-0.5 font-medium text-accent underline">
          {column.act}
        </Link>
      ) : (
        <p className="text-quiet">Click to keep this open.</p>
      )}
    </div>
  )
}

const Line = ({ name, value }: { name: ReactNode; value: string }) => (
  <div className="flex items-center justify-between gap-3">
    <span className="flex min-w-0 items-center gap-2">{name}</span>
    <span className="tabular-nums">{value}</span>
  </div>
)
