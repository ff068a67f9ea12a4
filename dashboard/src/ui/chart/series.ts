/** A series of a chart: the part that it has of each column, in one colour. */
export interface ChartSeries {
  readonly key: string
  readonly name: string
  /** True for the series that sums up everything without a colour of its own. */
  readonly isRest: boolean
  /** The values of the series, in the order of the columns. */
  readonly values: readonly number[]
  readonly total: number
  /** The address of the list of what the chart's series counts. Null: no filter selects exactly that. */
  readonly href: string | null
}

/** The number of series with a colour of their own. All further ones are summed in one hatched series. */
export const MOST_COLOURED_SERIES = 5

interface Counted {
  readonly key: string
  readonly name: string
  readonly isRest: boolean
  readonly values: readonly number[]
  readonly href: string | null
}

/** Gives the largest series a colour each, largest first, and sums all others in one series with the name `restName`. */
export function colouredChartSeries(all: readonly Counted[], restName: string): ChartSeries[] {
  const shown = all
    .filter(({ values }) => values.some((value) => value !== 0))
    .map((one) => ({ ...one, total: sumOfNumbers(one.values) }))
  const named = shown.filter(({ isRest }) => !isRest).toSorted((a, b) => b.total - a.total)
  const others = [...named.slice(MOST_COLOURED_SERIES), ...shown.filter(({ isRest }) => isRest)]
  const first = named.slice(0, MOST_COLOURED_SERIES)
  if (others.length === 0) return first
  const values = (others[0]?.values ?? []).map((_, column) =>
    sumOfNumbers(others.map((one) => one.values[column] ?? 0)),
  )
  return [...first, { key: '*', name: restName, isRest: true, values, total: sumOfNumbers(values), href: null }]
}

export const sumOfNumbers = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
