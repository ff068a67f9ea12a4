import { memo, useId, useMemo } from 'react'
import { ChartAxes, type PointedChartColumn, type ChartScales } from './axes.tsx'
import { type ChartSeries, sumOfNumbers } from './series.ts'
import { SERIES_FILL_CLASSES } from './swatch.tsx'

/**
 * The pointer over a column chart: the column, the series under the pointer, and in pixels the distance from the left edge and the chart's
 * width.
 */
export interface ChartPointerPosition {
  readonly column: number
  readonly key: string | null
  readonly left: number
  readonly width: number
}

interface PlotProps {
  /** Short names of the chart's columns, for the axis. */
  readonly columns: readonly string[]
  readonly series: readonly ChartSeries[]
  /** The series that is highlighted. Null: all have full colour. */
  readonly lit: string | null
  /** The column whose amounts the tooltip shows. Undefined: no tooltip is open. */
  readonly shown: number | undefined
  readonly onPoint: (point: ChartPointerPosition | null) => void
  readonly onPin: (point: ChartPointerPosition) => void
  readonly formatShort: (value: number) => string
}

/** The height of the chart as a multiple of the highest column. */
const HEADROOM = 1.05
const EMPTY_MOST = 100

/** The drawing of stacked columns, the first series at the bottom. A tooltip and a table have the same numbers. */
export function ColumnPlot({ columns, series, lit, shown, onPoint, onPin, formatShort }: PlotProps) {
  const totals = useMemo(
    () => columns.map((_, column) => sumOfNumbers(series.map((one) => heightOf(one, column)))),
    [columns, series],
  )
  return (
    <ChartAxes
      names={columns}
      most={Math.max(0, ...totals) * HEADROOM || EMPTY_MOST}
      margin={0.6}
      formatShort={formatShort}
      onPoint={(pointed) => onPoint(pointed && pointOf(pointed, series))}
      onPress={(pointed) => onPin(pointOf(pointed, series))}
    >
      {(scales) => (
        <>
          {shown !== undefined && <Band column={shown} scales={scales} />}
          <Columns count={columns.length} {...{ series, lit }} {...pixelsOf(scales)} />
        </>
      )}
    </ChartAxes>
  )
}

/** The height of a series in a column. Negative amounts, such as refunds of purchases of earlier days, have height 0. */
const heightOf = ({ values }: ChartSeries, column: number): number => Math.max(0, values[column] ?? 0)

function pointOf(
  { column, value, left, width }: PointedChartColumn,
  series: readonly ChartSeries[],
): ChartPointerPosition {
  let below = 0
  const part = series.find((one) => {
    const from = below
    below += heightOf(one, column)
    return from <= value && value < below
  })
  return { column, key: part?.key ?? null, left, width }
}

/** A stripe behind the column whose figures the tooltip shows. */
const Band = ({ column, scales: { x, y, step } }: { column: number; scales: ChartScales }) => (
  <rect x={x(column) - step / 2} y={0} width={step} height={y(0)} className="fill-raised" />
)

/** The scale as plain numbers, which stay the same while the pointer moves, so that React draws the columns again only when they change. */
const pixelsOf = ({ x, y, step }: ChartScales) => ({ first: x(0), step, zero: y(0), perUnit: y(0) - y(1) })

/** The largest width of a chart's column, and the gap between two of its parts, in pixels. */
const MOST_WIDTH = 40
const GAP = 1
/** The opacity of series that are not highlighted. */
const FADED = 0.22

interface ColumnsProps extends Pick<PlotProps, 'series' | 'lit'>, ReturnType<typeof pixelsOf> {
  readonly count: number
}

const Columns = memo(function Columns({ series, lit, count, first, step, zero, perUnit }: ColumnsProps) {
  const hatch = useId()
  const width = Math.min(step * 0.72, MOST_WIDTH)
  const bottoms = bottomsOf(series, count)
  return (
    <>
      <Hatch id={hatch} />
      {series.map((one, index) => (
        <g key={one.key} opacity={lit === null || lit === one.key ? 1 : FADED}>
          {bottoms[index]?.map((from, column) => {
            const value = heightOf(one, column)
            if (value === 0) return null
            // A gap separates neighbouring parts for people who cannot tell their colours apart.
            const height = Math.max(1, value * perUnit - (from === 0 ? 0 : GAP))
            const bounds = { x: first + column * step - width / 2, y: zero - (from + value) * perUnit, width, height }
            return one.isRest ? (
              <rect key={column} {...bounds} fill={`url(#${hatch})`} />
            ) : (
              <rect key={column} {...bounds} className={SERIES_FILL_CLASSES[index] ?? 'fill-series-rest'} />
            )
          })}
        </g>
      ))}
    </>
  )
})

/** The lower end of each part of the stacked columns, by series and column. */
function bottomsOf(series: readonly ChartSeries[], count: number): number[][] {
  const tops = Array.from({ length: count }, () => 0)
  return series.map((one) =>
    tops.map((from, column) => {
      tops[column] = from + heightOf(one, column)
      return from
    }),
  )
}

/** The hatching of the series that sums up everything without a colour of its own. */
const Hatch = ({ id }: { id: string }) => (
  <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse">
    <rect width="6" height="6" className="fill-sheet" />
    <path d="M-1 1 1 -1M-1 7 7 -1M5 7 7 5" className="stroke-series-rest stroke-2" />
  </pattern>
)
