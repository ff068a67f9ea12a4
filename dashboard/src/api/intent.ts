import { queryOptions } from '@tanstack/react-query'
import { purser } from './client.ts'

/** One intent, with whether it may be paid now: that changes with its card, its limits and its last try, too, as no list of intents does. */
export const intentQuery = (id: string) =>
  queryOptions({ queryKey: ['intent', id], queryFn: ({ signal }) => purser.intents.get(id, {}, { signal }) })
