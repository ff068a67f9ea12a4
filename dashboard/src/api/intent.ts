import { queryOptions } from '@tanstack/react-query'
import { purser } from './client.ts'

/**
 * An intent, and whether it can be paid now. That depends on its card, its limits and its last attempt, too, so lists of intents do not
 * have it.
 */
export const intentQuery = (id: string) =>
  queryOptions({ queryKey: ['intent', id], queryFn: ({ signal }) => purser.intents.get(id, {}, { signal }) })
