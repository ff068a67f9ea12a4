import { useEffect, useRef } from 'react'
import { onColours } from '../../lib/theme.ts'
import uPlot from 'uplot'
import { heightOf, paint, type Palette, paletteOf } from './paint.ts'
import { type Series, sum } from './series.ts'

export const HEIGHT = 240

/** Where the pointer is: a column, the part of it, how far from the left it stands and how wide the chart is, in pixels. */
export interface Point {
  readonly column: number
  readonly key: string | null
  readonly left: number
  readonly width: number
}

export interface PlotProps {
  /** Short names of the columns, below the axis. */
  readonly columns: readonly string[]
  readonly series: readonly Series[]
  readonly lit: string | null
  readonly onPoint: (point: Point | null) => void
  readonly onPin: () => void
  readonly formatShort: (value: number) => string
}

/** Stacked columns. What they show is told by the tooltip and the table as well, so it is hidden from screen readers. */
export default function Plot(props: PlotProps) {
  const holder = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  const redraw = useRef(() => {})
  useEffect(() => {
    latest.current = props
    redraw.current()
  })
  const { columns, series } = props
  useEffect(() => {
    const element = holder.current
    if (element === null) return undefined
    let plot = drawn(element, latest)
    redraw.current = () => plot.redraw(false)
    const again = () => {
      plot.destroy()
      plot = drawn(element, latest)
    }
    const endColours = onColours(again)
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }))
    observer.observe(element)
    return () => {
      redraw.current = () => {}
      observer.disconnect()
      endColours()
      plot.destroy()
    }
  }, [columns, series])
  return <div ref={holder} aria-hidden className="h-60 min-w-0 cursor-pointer overflow-hidden" />
}

type Latest = { readonly current: PlotProps }

function drawn(element: HTMLElement, latest: Latest): uPlot {
  const palette = paletteOf(element)
  const { columns, series } = latest.current
  const numbers = columns.map((_, index) => index)
  const totals = numbers.map((column) => sum(series.map((one) => heightOf(one, column))))
  const plot = new uPlot(
    {
      width: element.clientWidth,
      height: HEIGHT,
      // To the right, half of a column's name, which stands below the last column.
      padding: [12, 20, 0, 0],
      legend: { show: false },
      cursor: { drag: { x: false, y: false }, y: false, points: { show: false } },
      scales: {
        x: { time: false, range: [-0.6, columns.length - 0.4] },
        y: { range: (_plot, _min, max) => [0, max * 1.05 || 100] },
      },
      axes: axes(palette, latest),
      series: [{}, { paths: () => null, points: { show: false } }],
      hooks: {
        draw: [(drawing) => paint(drawing, { series, palette, lit: latest.current.lit })],
        setCursor: [(pointed) => latest.current.onPoint(pointOf(pointed, series))],
      },
    },
    [numbers, totals],
    element,
  )
  plot.over.addEventListener('click', () => latest.current.onPin())
  return plot
}

function axes({ quiet, line }: Palette, latest: Latest): uPlot.Axis[] {
  const axis = { stroke: quiet, font: '12px system-ui, sans-serif', ticks: { show: false } }
  return [
    {
      ...axis,
      size: 28,
      grid: { show: false },
      space: 64,
      incrs: [1, 2, 7, 14, 30, 60, 90],
      values: (_plot, at) => at.map((index) => latest.current.columns[index] ?? ''),
    },
    {
      ...axis,
      size: 56,
      grid: { stroke: line, width: 1 },
      values: (_plot, at) => at.map(latest.current.formatShort),
    },
  ]
}

function pointOf(plot: uPlot, series: readonly Series[]): Point | null {
  const { idx: column, left = -1, top = -1 } = plot.cursor
  if (column === null || column === undefined || left < 0) return null
  const value = plot.posToVal(top, 'y')
  let below = 0
  const part = series.find((one) => {
    const [from, to] = [below, below + heightOf(one, column)]
    below = to
    return from <= value && value < to
  })
  return { column, key: part?.key ?? null, left: plot.valToPos(column, 'x') + plot.over.offsetLeft, width: plot.width }
}
