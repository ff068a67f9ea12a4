import type { SpendStats } from '@purser/client'

/** Agents that have a colour of their own; the others are one. */
const MOST_COLOURS = 5

export interface SpendSeries {
  /** Null: the purchases of cards without an agent. */
  readonly agentId: string | null
  /** All agents that are not shown alone. */
  readonly isRest: boolean
  /** Cents, a number for each day. */
  readonly amounts: readonly number[]
  readonly total: number
}

/** Spend of days by agent, the largest first, the rest last. */
export function spendSeries({ data }: SpendStats, days: readonly number[]): SpendSeries[] {
  const groups = Map.groupBy(data, ({ group, others }) => (others === true ? '*' : (group ?? '')))
  const all = [...groups].map(([key, buckets]): SpendSeries => {
    const byDay = new Map(buckets.map(({ start, approved }) => [Date.parse(start), approved.amount]))
    const amounts = days.map((day) => byDay.get(day) ?? 0)
    return { agentId: key === '' || key === '*' ? null : key, isRest: key === '*', amounts, total: sum(amounts) }
  })
  const spent = all.filter(({ amounts }) => amounts.some((amount) => amount !== 0))
  const [rest, named] = [spent.filter(({ isRest }) => isRest), spent.filter(({ isRest }) => !isRest)]
  const ordered = named.toSorted((a, b) => b.total - a.total)
  const others = [...ordered.slice(MOST_COLOURS), ...rest]
  if (others.length === 0) return ordered
  const amounts = days.map((_, day) => sum(others.map((one) => one.amounts[day] ?? 0)))
  return [...ordered.slice(0, MOST_COLOURS), { agentId: null, isRest: true, amounts, total: sum(amounts) }]
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
