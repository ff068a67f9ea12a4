import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/** The filters of a list, kept in the URL: a link shows the same list, and Back takes the last filter away. */
export function useListFilters<const Name extends string>(names: readonly Name[]) {
  const [search, setSearch] = useSearchParams()
  const filters: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const value = search.get(name)
    if (value !== null && value !== '') filters[name] = value
  }
  const setAll = useCallback(
    (values: Partial<Record<Name, string | undefined>>) =>
      setSearch((current) => {
        const next = new URLSearchParams(current)
        for (const [name, value] of Object.entries(values) as [Name, string | undefined][]) {
          if (value === undefined || value === '') next.delete(name)
          else next.set(name, value)
        }
        return next
      }),
    [setSearch],
  )
  const set = useCallback(
    (name: Name, value: string | undefined) => setAll({ [name]: value } as Partial<Record<Name, string | undefined>>),
    [setAll],
  )
  const clear = useCallback(() => setSearch({}), [setSearch])
  return { filters, set, setAll, clear, isFiltered: Object.keys(filters).length > 0 }
}
