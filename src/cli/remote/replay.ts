import type { CommandFlag, CommandInvocation } from '../command.ts'
import { printCommandAnswer } from '../terminal/show.ts'
import { type Purser, withNodeClient } from './client.ts'

/** How many milliseconds a replay of deliveries may take: the node may have to read the deliveries of a month. */
const REPLAY_TIMEOUT_MS = 60_000

export const replayDeliveriesFlags = {
  since: { type: 'string', value: 'time', description: 'Deliveries that were made at this time or later.' },
  until: { type: 'string', value: 'time', description: 'Deliveries that were made before this time.' },
} satisfies Record<string, CommandFlag>

const flagOf = new Map(Object.keys(replayDeliveriesFlags).map((flag) => [flag, flag]))

/** Sends the failed deliveries of the named webhook again. */
export async function replayOneWebhook(invocation: CommandInvocation): Promise<void> {
  const { words, json, settings } = invocation
  const [id = ''] = words
  const replayed = await withNodeClient(settings, (purser) => replayAll(purser, id, invocation), {
    timeoutMs: REPLAY_TIMEOUT_MS,
    flagOf,
  })
  printCommandAnswer({ json }, { replayed }, () => [`${replayed} deliveries of ${id} will be sent again.`])
}

/** Sends the failed deliveries of all active webhooks again. */
export async function replayEveryWebhook(invocation: CommandInvocation): Promise<void> {
  const { json, settings } = invocation
  const webhooks = await withNodeClient(
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
  printCommandAnswer({ json }, { replayed, webhooks }, () => [
    ...webhooks.map((each) => `${each.webhookId}: ${each.replayed} deliveries will be sent again.`),
    ...(webhooks.length === 0 ? ['There is no active webhook.'] : []),
  ])
}

async function replayAll(purser: Purser, id: string, { flags }: CommandInvocation): Promise<number> {
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
