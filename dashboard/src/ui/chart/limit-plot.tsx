import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import { onColours } from '../../lib/theme.ts'
import { paletteOf } from './paint.ts'

const HEIGHT = 240

export interface LimitPlotProps {
  /** Short names of the points, below the axis. */
  readonly names: readonly string[]
  /** Null: there is no value yet. */
  readonly values: readonly (number | null)[]
  readonly limit: number
  /** Called with the point that the pointer is at, and its place from the left in pixels; null: with none. */
  readonly onPoint: (point: { readonly index: number; readonly left: number; readonly width: number } | null) => void
  readonly formatShort: (value: number) => string
}

/** A line of amounts below the line of a limit. The words beside it say the same, so it is hidden from screen readers. */
export default function LimitPlot(props: LimitPlotProps) {
  const holder = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const { names, values, limit } = props
  useEffect(() => {
    const element = holder.current
    if (element === null) return undefined
    let plot = drawn(element, latest)
    const endColours = onColours(() => {
      plot.destroy()
      plot = drawn(element, latest)
    })
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      endColours()
      plot.destroy()
    }
  }, [names, values, limit])
  return <div ref={holder} aria-hidden className="h-60 min-w-0 overflow-hidden" />
}

function drawn(element: HTMLElement, latest: { readonly current: LimitPlotProps }): uPlot {
  const { series, quiet, line, bad } = paletteOf(element)
  const { names, values, limit } = latest.current
  const [colour = ''] = series
  const axis = { stroke: quiet, font: '12px system-ui, sans-serif', ticks: { show: false } }
  const most = Math.max(limit, ...values.map((value) => value ?? 0))
  return new uPlot(
    {
      width: element.clientWidth,
      height: HEIGHT,
      padding: [12, 20, 0, 0],
      legend: { show: false },
      cursor: { drag: { x: false, y: false }, y: false },
      scales: { x: { time: false, range: [-0.3, names.length - 0.7] }, y: { range: [0, most * 1.1 || 100] } },
      axes: [
        {
          ...axis,
          size: 28,
          grid: { show: false },
          space: 64,
          incrs: [1, 2, 7, 14],
          values: (_plot, at) => at.map((index) => names[index] ?? ''),
        },
        {
          ...axis,
          size: 56,
          grid: { stroke: line, width: 1 },
          values: (_plot, at) => at.map(latest.current.formatShort),
        },
      ],
      series: [
        {},
        { stroke: colour, width: 2, fill: `${colour}22`, points: { show: values.length < 10, fill: colour } },
        { stroke: bad, width: 2, dash: [6, 4], points: { show: false } },
      ],
      hooks: {
        setCursor: [
          (plot) => {
            const { idx: index, left = -1 } = plot.cursor
            const isAt = index !== null && index !== undefined && left >= 0
            latest.current.onPoint(
              isAt ? { index, left: plot.valToPos(index, 'x') + plot.over.offsetLeft, width: plot.width } : null,
            )
          },
        ],
      },
    },
    [names.map((_, index) => index), [...values], names.map(() => limit)],
    element,
  )
}
