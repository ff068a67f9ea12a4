import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const css = readFileSync(join(import.meta.dirname, '../../../dashboard/src/styles.css'), 'utf8')
const themes = css.split('prefers-color-scheme: dark')
const tokens = (theme: number) =>
  new Map([...(themes[theme] ?? '').matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex ?? '']))

type Colour = readonly [number, number, number]

const linear = (hex: string): Colour =>
  [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as unknown as Colour
const luminance = ([r, g, b]: Colour) => 0.2126 * r + 0.7152 * g + 0.0722 * b
function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(linear(a)), luminance(linear(b))].toSorted((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

/** What people who tell no red from green see (Machado 2009, deuteranopia). */
const deutan = ([r, g, b]: Colour): Colour => [
  0.367322 * r + 0.860646 * g - 0.227968 * b,
  0.280085 * r + 0.672501 * g + 0.047413 * b,
  -0.01182 * r + 0.04294 * g + 0.968881 * b,
]
function oklab([r, g, b]: Colour): Colour {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}
const distance = (a: Colour, b: Colour) => Math.hypot(...oklab(a).map((part, index) => part - (oklab(b)[index] ?? 0)))

const SERIES = ['series-1', 'series-2', 'series-3', 'series-4', 'series-5'] as const

describe.each([
  ['light', 0],
  ['dark', 1],
])('the colours of charts in the %s theme', (_, theme) => {
  const colours = tokens(theme)
  const hex = (name: string) => colours.get(name) ?? ''

  it('stand out from the sheet, by 3:1 at least', () => {
    const weak = [...SERIES, 'series-rest'].filter((name) => contrast(hex(name), hex('sheet')) < 3)
    expect(weak).toEqual([])
  })

  it('differ from each other, also for people who tell no red from green', () => {
    const pairs = SERIES.flatMap((a, index) => SERIES.slice(index + 1).map((b) => [a, b] as const))
    const alike = pairs.filter(([a, b]) => {
      const [one, other] = [linear(hex(a)), linear(hex(b))]
      return distance(one, other) < 0.15 || distance(deutan(one), deutan(other)) < 0.08
    })
    expect(alike).toEqual([])
  })
})
