import { useQueries } from '@tanstack/react-query'
import { purser } from '../../api/client.ts'

/** The names of agents by their ids, as far as they are known by now. One that is deleted keeps its id for a name. */
export function useAgentNames(ids: readonly string[]): ReadonlyMap<string, string> {
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: ['agents', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => purser.agents.get(id, { signal }),
      staleTime: 60_000,
      retry: false,
    })),
    combine: (results) => new Map(results.map(({ data }, index) => [ids[index] ?? '', data?.name ?? ids[index] ?? ''])),
  })
}
