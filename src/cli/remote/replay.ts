import type { CommandFlag, Invocation } from '../command.ts'
import { showAnswer } from '../terminal/show.ts'
import { type Purser, withNode } from './client.ts'

/** How many milliseconds a replay of deliveries may take: the node may have to read the deliveries of a month. */
const REPLAY_TIMEOUT_MS = 60_000

export const replayFlags = {
  since: { type: 'string', value: 'time', description: 'Deliveries that were made at this time or later.' },
  until: { type: 'string', value: 'time', description: 'Deliveries that were made before this time.' },
} satisfies Record<string, CommandFlag>

const flagOf = new Map(Object.keys(replayFlags).map((flag) => [flag, flag]))

/** Sends the failed deliveries of the named webhook again. */
export async function replayOne(invocation: Invocation): Promise<void> {
  const { words, json, settings } = invocation
  const [id = ''] = words
  const replayed = await withNode(settings, (purser) => replayAll(purser, id, invocation), {
    timeoutMs: REPLAY_TIMEOUT_MS,
    flagOf,
  })
  showAnswer({ json }, { replayed }, () => [`${replayed} deliveries of ${id} will be sent again.`])
}

/** Sends the failed deliveries of all active webhooks again. */
export async function replayEveryWebhook(invocation: Invocation): Promise<void> {
  const { json, settings } = invocation
  const webhooks = await withNode(
    settings,
    async (purser) => {
      const replays: { webhookId: string; replayed: number }[] = []
      for await (const { id, status } of purser.webhooks.list({ limit: 100 })) {
        if (status === 'active') replays.push({ webhookId: id, replayed: await replayAll(purser, id, invocation) })
      }
      return replays
    },
    { timeoutMs: REPLAY_TIMEOUT_MS, flagOf },
  )
  const replayed = webhooks.reduce((sum, each) => sum + each.replayed, 0)
  showAnswer({ json }, { replayed, webhooks }, () => [
    ...webhooks.map((each) => `${each.webhookId}: ${each.replayed} deliveries will be sent again.`),
    ...(webhooks.length === 0 ? ['There is no active webhook.'] : []),
  ])
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
