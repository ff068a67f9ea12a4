import { ChartAxes, type PointedChartColumn, type ChartScales } from './axes.tsx'

interface LimitPlotProps {
  /** Short names of the chart's points, for the axis. */
  readonly names: readonly string[]
  /** The spend at each point. Null: the point is in the future. */
  readonly values: readonly (number | null)[]
  readonly limit: number
  /** The point whose amounts the tooltip shows. Undefined: no tooltip is open. */
  readonly shown: number | undefined
  readonly onPoint: (pointed: PointedChartColumn | null) => void
  readonly formatShort: (value: number) => string
}

/** The height of the chart as a multiple of the limit, or of the spend if that is more. */
const HEADROOM = 1.1
const EMPTY_MOST = 100
/** The most points that have a dot on the line. With more points, only the one with the tooltip has a dot. */
const MOST_DOTS = 9

/** Draws amounts over time as a line, and their limit as a level line above. The text beside the chart says the same. */
export function LimitChart({ names, values, limit, shown, onPoint, formatShort }: LimitPlotProps) {
  const known = values.flatMap((value, column) => (value === null ? [] : [{ column, value }]))
  return (
    <ChartAxes
      names={names}
      most={Math.max(limit, ...known.map(({ value }) => value)) * HEADROOM || EMPTY_MOST}
      margin={0.3}
      {...{ formatShort, onPoint }}
    >
      {(scales) => (
        <>
          <Line of={known} scales={scales} />
          {known
            .filter(({ column }) => values.length <= MOST_DOTS || column === shown)
            .map(({ column, value }) => (
              <circle key={column} cx={scales.x(column)} cy={scales.y(value)} r="4" className="fill-series-1" />
            ))}
          <line
            x1={scales.x(-0.3)}
            x2={scales.x(names.length - 0.7)}
            y1={scales.y(limit)}
            y2={scales.y(limit)}
            strokeDasharray="6 4"
            className="stroke-bad stroke-2"
          />
        </>
      )}
    </ChartAxes>
  )
}

interface LineProps {
  readonly of: readonly { readonly column: number; readonly value: number }[]
  readonly scales: ChartScales
}

function Line({ of, scales: { x, y } }: LineProps) {
  const [first, last] = [of[0], of.at(-1)]
  if (first === undefined || last === undefined) return null
  const line = of.map(({ column, value }) => `${x(column)} ${y(value)}`).join('L')
  return (
    <>
      <path d={`M${x(first.column)} ${y(0)}L${line}L${x(last.column)} ${y(0)}Z`} className="fill-series-1 opacity-15" />
      <path d={`M${line}`} className="fill-none stroke-series-1 stroke-2" />
    </>
  )
}
