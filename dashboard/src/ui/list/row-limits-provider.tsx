import { useQueries } from '@tanstack/react-query'
import type { BudgetLimit } from '@purser/client'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { idsPerBudgetRequest, tightestLimitsQuery } from '../../api/budgets.ts'

interface Limits {
  readonly byId: ReadonlyMap<string, BudgetLimit>
  /** Whether the limits of this row are still loading. */
  isLoading(id: string): boolean
}

const Context = createContext<Limits>({ byId: new Map(), isLoading: () => false })

/** Reads the tightest limit of each row of a list, with one request for each of its pages. */
export function RowLimitsProvider({
  pages: given,
  children,
}: {
  pages: readonly (readonly string[])[]
  children: ReactNode
}) {
  const pages = given.flatMap(idsPerBudgetRequest)
  const answers = useQueries({ queries: pages.map((ids) => tightestLimitsQuery(ids)) })
  const loading = new Set(pages.flatMap((ids, index) => (answers[index]?.isPending === true ? ids : [])))
  const known = answers.map(({ data }) => data)
  const limits = useMemo<Limits>(
    () => ({
      byId: new Map(known.flatMap((answer) => answer?.data.map((limit) => [limit.id, limit] as const) ?? [])),
      isLoading: (id) => loading.has(id),
    }),
    [...known, loading.size],
  )
  return <Context value={limits}>{children}</Context>
}

/** The tightest limit over time of the customer, agent or card in a list's row. Undefined: the row has none. `loading`: not known yet. */
export function useRowLimit(id: string): BudgetLimit | 'loading' | undefined {
  const { byId, isLoading } = useContext(Context)
  return byId.get(id) ?? (isLoading(id) ? 'loading' : undefined)
}
