import type uPlot from 'uplot'
import type { Series } from './series.ts'

/** The colours of the theme, as canvases take them. */
export interface Palette {
  readonly series: readonly string[]
  readonly rest: string
  readonly sheet: string
  readonly line: string
  readonly quiet: string
  readonly bad: string
}

export function paletteOf(element: Element): Palette {
  const style = getComputedStyle(element)
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim()
  return {
    series: [1, 2, 3, 4, 5].map((number) => token(`series-${number}`)),
    rest: token('series-rest'),
    sheet: token('sheet'),
    line: token('line'),
    quiet: token('quiet'),
    bad: token('bad'),
  }
}

/** The part of a column that a series fills: amounts below 0 have no height. */
export const heightOf = ({ values }: Series, column: number): number => Math.max(0, values[column] ?? 0)

/** Widest column and the gap between two parts of it, in pixels of CSS. */
const MOST_WIDTH = 40
const GAP = 1
/** How strong the series are that are not lit up. */
const FADED = 0.22

interface Painting {
  readonly series: readonly Series[]
  readonly palette: Palette
  /** The series that is lit up; null: all are. */
  readonly lit: string | null
}

/** Draws stacked columns, the first series at the bottom. */
export function paint(plot: uPlot, { series, palette, lit }: Painting): void {
  const { ctx } = plot
  const scale = devicePixelRatio
  const hatch = hatching(ctx, palette, scale)
  const columns = series[0]?.values.length ?? 0
  const step = plot.valToPos(1, 'x', true) - plot.valToPos(0, 'x', true)
  const width = Math.min(step * 0.72, MOST_WIDTH * scale)
  ctx.save()
  for (let column = 0; column < columns; column += 1) {
    const left = plot.valToPos(column, 'x', true) - width / 2
    let below = 0
    for (const [index, one] of series.entries()) {
      const value = heightOf(one, column)
      if (value === 0) continue
      const [bottom, top] = [plot.valToPos(below, 'y', true), plot.valToPos(below + value, 'y', true)]
      ctx.globalAlpha = lit === null || lit === one.key ? 1 : FADED
      ctx.fillStyle = one.isRest ? hatch : (palette.series[index] ?? palette.rest)
      // The gap keeps neighbours apart for whoever does not see their hues.
      ctx.fillRect(left, top, width, Math.max(scale, bottom - top - (below === 0 ? 0 : GAP * scale)))
      below += value
    }
  }
  ctx.restore()
}

/** Stripes for all that has no colour of its own. */
function hatching(ctx: CanvasRenderingContext2D, { rest, sheet }: Palette, scale: number): CanvasPattern | string {
  const size = Math.round(6 * scale)
  const tile = new OffscreenCanvas(size, size)
  const brush = tile.getContext('2d')
  if (brush === null) return rest
  brush.fillStyle = sheet
  brush.fillRect(0, 0, size, size)
  brush.strokeStyle = rest
  brush.lineWidth = 2 * scale
  for (const offset of [-size, 0, size]) {
    brush.moveTo(offset - 1, size + 1)
    brush.lineTo(offset + size + 1, -1)
  }
  brush.stroke()
  return ctx.createPattern(tile, 'repeat') ?? rest
}
