import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import { formatMoneyShort } from '../../lib/format.ts'
import { onColours } from '../../lib/theme.ts'
import type { SpendSeries } from './spend-columns.ts'
import { dayName } from './ranges.ts'
import { shades } from './swatch.tsx'

const HEIGHT = 240

interface ChartProps {
  days: readonly number[]
  series: readonly SpendSeries[]
  onDay: (day: number) => void
}

/** Stacked columns, drawn from the tallest to the lowest. The table beneath says the same. */
export default function SpendChart({ days, series, onDay }: ChartProps) {
  const holder = useRef<HTMLDivElement>(null)
  const open = useRef(onDay)
  useEffect(() => {
    open.current = onDay
  })
  useEffect(() => {
    const element = holder.current
    if (element === null) return undefined
    let plot = draw(element, { days, series }, (day) => open.current(day))
    const again = () => {
      plot.destroy()
      plot = draw(element, { days, series }, (day) => open.current(day))
    }
    const stop = onColours(again)
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      stop()
      plot.destroy()
    }
  }, [days, series])
  return <div ref={holder} aria-hidden className="h-60 min-w-0 cursor-pointer overflow-hidden" />
}

function draw(
  element: HTMLElement,
  { days, series }: Pick<ChartProps, 'days' | 'series'>,
  onDay: (day: number) => void,
) {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim()
  const numbers = days.map((_, index) => index)
  const stacks = series.map((_, height) =>
    numbers.map((day) =>
      series.slice(0, height + 1).reduce((all, { amounts }) => all + Math.max(0, amounts[day] ?? 0), 0),
    ),
  )
  const bars = uPlot.paths.bars?.({ size: [0.72, 40], radius: 0.08 })
  const axis = { stroke: token('quiet'), font: '12px system-ui, sans-serif', ticks: { show: false } }
  const plot = new uPlot(
    {
      width: element.clientWidth,
      height: HEIGHT,
      // To the right, half of a day's name, which stands below the last column.
      padding: [12, 20, 0, 0],
      legend: { show: false },
      cursor: { drag: { x: false, y: false }, y: false, points: { show: false } },
      scales: {
        x: { time: false, range: [-0.6, days.length - 0.4] },
        y: { range: (_plot, _min, max) => [0, max * 1.05 || 100] },
      },
      axes: [
        {
          ...axis,
          size: 28,
          grid: { show: false },
          space: 64,
          incrs: [1, 2, 7, 14, 30],
          values: (_plot, at) =>
            at.map((index) => (Number.isInteger(index) && days[index] !== undefined ? dayName(days[index]) : '')),
        },
        {
          ...axis,
          size: 56,
          grid: { stroke: token('line'), width: 1 },
          values: (_plot, at) => at.map(formatMoneyShort),
        },
      ],
      series: [
        {},
        ...series
          .map((one, index) => ({
            fill: shade(token, one, index),
            width: 0,
            ...(bars && { paths: bars }),
            points: { show: false },
          }))
          .toReversed(),
      ],
    },
    [numbers, ...stacks.toReversed()],
    element,
  )
  plot.over.addEventListener('click', () => {
    const day = days[plot.cursor.idx ?? -1]
    if (day !== undefined) onDay(day)
  })
  return plot
}

/** A token in one of its strengths, upon the sheet: columns lie behind each other and must not shine through. */
function shade(token: (name: string) => string, { isRest }: SpendSeries, index: number): string {
  if (isRest) return token('line')
  const strength = Math.round((shades[index] ?? 0) * 100)
  return `color-mix(in srgb, ${token('accent')} ${strength}%, ${token('sheet')})`
}
