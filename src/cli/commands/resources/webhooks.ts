import type { Webhook } from '../../../contract/resources/webhooks.ts'
import { misused } from '../../command-error.ts'
import type { Command, Invocation } from '../../command.ts'
import { createdColumn, statusColumn } from '../../remote/columns.ts'
import { type Purser, withNode } from '../../remote/client.ts'
import { resourceCommand } from '../../remote/resource-command.ts'
import { show } from '../../terminal/show.ts'

/** How many milliseconds a replay may take: it may have to read the deliveries of a month. */
const REPLAY_TIMEOUT_MS = 60_000

const listing = resourceCommand<Webhook>({
  name: 'webhooks',
  id: 'wh_...',
  filters: [],
  statuses: 'active|disabled',
  list: (purser, query) => purser.webhooks.list(query),
  get: (purser, id) => purser.webhooks.get(id),
  columns: [
    { title: 'id', of: ({ id }) => id, whole: true },
    statusColumn,
    { title: 'url', of: ({ url }) => url },
    { title: 'events', of: ({ events }) => events.join(' ') },
    createdColumn,
  ],
})

export const webhooks: Command = {
  ...listing,
  usage: `${listing.usage}\npurser webhooks replay wh_... [--since time] [--until time]`,
  details: `replay sends every delivery again that has failed or was canceled, for instance because the webhook was disabled. It takes an API key
of the role admin, and the webhook must be active. --since and --until are times at which deliveries were made. Without them, all deliveries
that are still kept are sent again.`,
  examples: [...listing.examples, 'purser webhooks replay wh_01kdvy2n7rj4t8w0q3m5x9zb6c --since 2026-01-31T00:00:00Z'],
  flags: {
    ...listing.flags,
    since: { type: 'string', value: 'time', description: 'For replay: deliveries made at this time or later.' },
    until: { type: 'string', value: 'time', description: 'For replay: deliveries made before this time.' },
  },

  async run(invocation) {
    const { words, json, settings } = invocation
    const [action, id, ...more] = words
    if (action !== 'replay') return listing.run(invocation)
    if (id === undefined || more.length > 0) throw misused(this)
    const replayed = await withNode(settings, (purser) => replayAll(purser, id, invocation), {
      timeoutMs: REPLAY_TIMEOUT_MS,
    })
    show({ json }, { replayed }, () => [`${replayed} deliveries of ${id} will be sent again.`])
  },
}

async function replayAll(purser: Purser, id: string, { flags }: Invocation): Promise<number> {
  const range = Object.fromEntries(
    (['since', 'until'] as const).flatMap((name) => (flags[name] === undefined ? [] : [[name, String(flags[name])]])),
  )
  let replayed = 0
  let after: string | null = null
  do {
    const page: { replayed: number; next: string | null } = await purser.webhooks.replay(id, {
      ...range,
      ...(after === null ? {} : { after }),
    })
    replayed += page.replayed
    after = page.next
  } while (after !== null)
  return replayed
}
