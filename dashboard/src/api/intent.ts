import { queryOptions } from '@tanstack/react-query'
import { purser } from './client.ts'

/**
 * The query of one intent, with the answer whether it can be paid now. That answer depends on the card, the limits and the last attempt as
 * well, so lists of intents lack it.
 */
export const intentQuery = (id: string) =>
  queryOptions({ queryKey: ['intent', id], queryFn: ({ signal }) => purser.intents.get(id, {}, { signal }) })
