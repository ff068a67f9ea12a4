import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query'
import { useDebouncedValue } from '../../lib/use-debounced-value.ts'

export interface ComboboxSearch<T> {
  /** The query key of the combobox's search: the same key and text have the same answer. */
  readonly key: QueryKey
  find(text: string, signal: AbortSignal): Promise<T>
}

const KEPT_MS = 60_000

/**
 * The API's results for the text that a person types, requested when they pause. A late result of an older text never replaces a newer one.
 * `isStale`: the shown results are those of an older text.
 */
export function useComboboxSearchResults<T>(text: string, { key, find }: ComboboxSearch<T>, enabled: boolean) {
  const asked = text.trim()
  const settled = useDebouncedValue(asked)
  const { data, error, isPending, isPlaceholderData } = useQuery({
    queryKey: ['found', ...key, settled],
    queryFn: ({ signal }) => find(settled, signal),
    placeholderData: keepPreviousData,
    gcTime: KEPT_MS,
    enabled,
  })
  return { found: data, error, isStale: enabled && (asked !== settled || isPending || isPlaceholderData) }
}
