import { type MouseEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { joinClassNames } from '../../lib/classes.ts'
import { axisLabelStep, axisTicks } from './ticks.ts'

/** The height of a chart and its margins, in pixels. Column names are below the drawing, amounts at its left. */
const HEIGHT = 240
const TOP = 12
const RIGHT = 20
const BOTTOM = 28
const LEFT = 56
const INNER_HEIGHT = HEIGHT - TOP - BOTTOM
/** The least distance in pixels between two amounts at the left of a chart, and between two names below it. */
const AMOUNT_SPACE = 36
const NAME_SPACE = 64

/** Turns a column and a value into the pixels at which they are drawn. */
export interface ChartScales {
  /** The distance from one column of the chart to the next, in pixels. */
  readonly step: number
  x(column: number): number
  y(value: number): number
}

/**
 * The pointer over a chart: the nearest column, the value at the pointer's height, and in pixels that column's position and the chart's
 * width.
 */
export interface PointedChartColumn {
  readonly column: number
  readonly value: number
  readonly left: number
  readonly width: number
}

interface AxesProps {
  /** Short names of the chart's columns, for the axis. */
  readonly names: readonly string[]
  /** The largest value for which the chart has room. */
  readonly most: number
  /** The room at each end of the axis, before the first column and after the last one, in widths of a column. */
  readonly margin: number
  readonly formatShort: (value: number) => string
  /** Called when the pointer moves over the chart. Null: it has left the chart. */
  readonly onPoint: (pointed: PointedChartColumn | null) => void
  readonly onPress?: (pointed: PointedChartColumn) => void
  readonly children: (scales: ChartScales) => ReactNode
}

/**
 * The frame of a chart, with its axes, as wide as the page permits. Screen readers skip it, because a text beside it has the same content.
 */
export function ChartAxes({ names, most, margin, formatShort, onPoint, onPress, children }: AxesProps) {
  const { holder, width } = useWidth()
  const innerWidth = Math.max(1, width - LEFT - RIGHT)
  const step = innerWidth / (names.length - 1 + 2 * margin)
  const scales: ChartScales = {
    step,
    x: (column) => LEFT + (column + margin) * step,
    y: (value) => TOP + INNER_HEIGHT * (1 - value / most),
  }
  const pointedAt = ({ currentTarget, clientX, clientY }: MouseEvent<SVGElement>): PointedChartColumn => {
    const { left, top } = currentTarget.getBoundingClientRect()
    const nearest = Math.round((clientX - left) / step - margin)
    const column = Math.min(names.length - 1, Math.max(0, nearest))
    return { column, value: most * (1 - (clientY - top) / INNER_HEIGHT), left: scales.x(column), width }
  }
  return (
    <div ref={holder} aria-hidden className="h-60 min-w-0 overflow-hidden">
      {width > 0 && (
        <svg width={width} height={HEIGHT} className="text-xs">
          <Amounts {...{ most, scales, formatShort }} right={width - RIGHT} />
          <Names {...{ names, scales }} />
          {children(scales)}
          {/* Mouse events, not those of pointers: a finger that taps has left before its click comes. */}
          <rect
            data-plot
            x={LEFT}
            y={TOP}
            width={innerWidth}
            height={INNER_HEIGHT}
            className={joinClassNames('fill-transparent', onPress && 'cursor-pointer')}
            onMouseMove={(event) => onPoint(pointedAt(event))}
            onMouseLeave={() => onPoint(null)}
            onClick={(event) => onPress?.(pointedAt(event))}
          />
        </svg>
      )}
    </div>
  )
}

/** The width of an element before it is first painted, and whenever it changes. */
function useWidth() {
  const holder = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = holder.current
    if (element === null) return undefined
    const measure = () => setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { holder, width }
}

interface AmountsProps extends Pick<AxesProps, 'most' | 'formatShort'> {
  readonly scales: ChartScales
  readonly right: number
}

const Amounts = ({ most, formatShort, scales, right }: AmountsProps) =>
  axisTicks(most, Math.floor(INNER_HEIGHT / AMOUNT_SPACE)).map((value) => (
    <g key={value}>
      <line x1={LEFT} x2={right} y1={scales.y(value)} y2={scales.y(value)} className="stroke-line" />
      <text x={LEFT - 8} y={scales.y(value)} dy="0.35em" textAnchor="end" className="fill-quiet">
        {formatShort(value)}
      </text>
    </g>
  ))

const Names = ({ names, scales }: { names: readonly string[]; scales: ChartScales }) => {
  const every = axisLabelStep(scales.step, NAME_SPACE)
  return names.map((name, column) =>
    column % every === 0 ? (
      <text key={column} x={scales.x(column)} y={HEIGHT - 8} textAnchor="middle" className="fill-quiet">
        {name}
      </text>
    ) : null,
  )
}
