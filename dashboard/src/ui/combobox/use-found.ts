import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query'
import { useSettled } from '../../lib/use-settled.ts'

export interface Search<T> {
  /** Names what is searched: the same key and text have the same answer. */
  readonly key: QueryKey
  find(text: string, signal: AbortSignal): Promise<T>
}

const KEPT_MS = 60_000

/**
 * What the API finds for the text that somebody types, asked when they pause. An answer belongs to its text, so a late one never
 * replaces a newer one. `isStale`: what is shown answers an older text.
 */
export function useFound<T>(text: string, { key, find }: Search<T>, enabled: boolean) {
  const asked = text.trim()
  const settled = useSettled(asked)
  const { data, error, isPending, isPlaceholderData } = useQuery({
    queryKey: ['found', ...key, settled],
    queryFn: ({ signal }) => find(settled, signal),
    placeholderData: keepPreviousData,
    gcTime: KEPT_MS,
    enabled,
  })
  return { found: data, error, isStale: enabled && (asked !== settled || isPending || isPlaceholderData) }
}
