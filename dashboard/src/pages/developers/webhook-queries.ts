import { queryOptions } from '@tanstack/react-query'
import type { Delivery, ListDeliveriesQuery } from '@purser/client'
import { purser } from '../../api/client.ts'
import { listPagesQuery } from '../../api/pages.ts'

/** The reload interval of a page that shows deliveries, which have no events of their own. */
const WATCHED_MS = 4_000
/** How many of a webhook's latest deliveries decide its state. */
const LOOKED_AT = 20

export const webhooksQuery = listPagesQuery(['webhooks', 'list'], (cursor) =>
  purser.webhooks.list({ limit: 20, ...(cursor && { cursor }) }),
)

export const webhookQuery = (id: string) =>
  queryOptions({ queryKey: ['webhooks', id], queryFn: ({ signal }) => purser.webhooks.get(id, { signal }) })

export const latestDeliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', id, 'latest'],
    queryFn: ({ signal }) => purser.webhooks.listDeliveries(id, { limit: LOOKED_AT }, { signal }),
    refetchInterval: WATCHED_MS,
  })

export const webhookHealthQuery = (id: string, bucket: 'hour' | 'day') =>
  queryOptions({
    queryKey: ['webhooks', id, 'health', bucket],
    queryFn: ({ signal }) => purser.webhooks.health(id, { bucket }, { signal }),
    refetchInterval: 5 * WATCHED_MS,
  })

export const deliveriesQuery = (id: string, filters: Pick<ListDeliveriesQuery, 'status' | 'eventType'>) => ({
  ...listPagesQuery(['webhooks', id, 'deliveries', filters], (cursor) =>
    purser.webhooks.listDeliveries(id, { limit: 20, ...filters, ...(cursor && { cursor }) }),
  ),
  refetchInterval: WATCHED_MS,
})

export const deliveryQuery = (webhookId: string, deliveryId: string) =>
  queryOptions({
    queryKey: ['webhooks', webhookId, 'deliveries', deliveryId],
    queryFn: ({ signal }) => purser.webhooks.getDelivery(webhookId, deliveryId, { signal }),
    refetchInterval: WATCHED_MS / 2,
  })

/** Whether a delivery has failed: its attempts are used up, or those so far did not arrive. */
export const hasDeliveryFailed = ({ status, attemptCount }: Delivery): boolean =>
  status === 'failed' || (status === 'pending' && attemptCount > 0)
