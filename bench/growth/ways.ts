import type { Latencies } from '../support/latencies.ts'
import { purchase, type World } from './world.ts'

export interface Reply {
  readonly body: Record<string, unknown>
  /** The milliseconds from the request to the end of its answer. */
  readonly ms: number
}

/** Sends a request. Rejects if the status is no success. */
export type Ask = (method: 'GET' | 'POST', path: string, body?: object) => Promise<Reply>

export interface Turn {
  readonly ask: Ask
  readonly world: World
  readonly cardId: string
  /** A name for new objects that no other turn uses. */
  readonly name: string
}

/**
 * A way is a request that the size of a customer's history could slow down. It prepares what the request needs, and resolves to the
 * measured reply.
 */
export type Way = (turn: Turn) => Promise<Reply>

const authorize = async ({ ask, cardId }: Turn, more: object = {}): Promise<Reply> => {
  const reply = await ask('POST', '/network/authorizations', { ...purchase(cardId), ...more })
  if (reply.body['decision'] !== 'approve') throw new Error(JSON.stringify(reply.body))
  return reply
}

const stepOf =
  (kind: 'settle' | 'reverse'): Way =>
  async (turn) => {
    const { body } = await authorize(turn)
    return turn.ask('POST', `/network/authorizations/${String(body['transactionId'])}/${kind}`, {})
  }

const declare: Way = async ({ ask, cardId }) => {
  const { amount, merchant } = purchase(cardId)
  const intent = { purpose: 'Books', expectedAmount: amount, expectedMerchant: merchant.name }
  const declared = await ask('POST', `/cards/${cardId}/intents`, intent)
  await ask('POST', `/intents/${String(declared.body['id'])}/cancel`)
  return declared
}

export const ways = {
  authorize: (turn) => authorize(turn),
  reference: (turn) => authorize(turn, { networkReference: turn.name }),
  settle: stepOf('settle'),
  reverse: stepOf('reverse'),
  evaluate: ({ ask, cardId }) => ask('POST', '/spend/evaluate', purchase(cardId)),
  declare,
  'list-account': ({ ask }) => ask('GET', '/transactions?limit=50'),
  'list-customer': ({ ask, world }) => ask('GET', `/transactions?customerId=${world.customerId}&limit=50`),
  'list-card': ({ ask, cardId }) => ask('GET', `/transactions?cardId=${cardId}&limit=50`),
  'list-cards': ({ ask, world }) => ask('GET', `/cards?customerId=${world.customerId}&limit=50`),
} satisfies Record<string, Way>

export type WayName = keyof typeof ways

export const wayNames = Object.keys(ways) as WayName[]

/** Measures `turns` turns of one way. Several clients share them, and each waits for its answer before the next. */
export async function measure(
  turn: Omit<Turn, 'cardId'>,
  { way, clients, requests }: { way: WayName; clients: number; requests: number },
  latencies: Latencies,
): Promise<void> {
  const { cardIds } = turn.world
  const client = async (own: number) => {
    for (let n = own; n < requests; n += clients) {
      const cardId = cardIds[n % cardIds.length] as string
      latencies.add((await ways[way]({ ...turn, cardId, name: `${turn.name}-${n}` })).ms)
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, own) => client(own)))
}
