import type { Latencies } from '../support/latencies.ts'
import { benchPurchaseBody, type HistoryCustomer } from './world.ts'

export interface TimedBenchReply {
  readonly body: Record<string, unknown>
  /** The milliseconds from the measured request to the end of its answer. */
  readonly ms: number
}

/** Sends a request to the measured node. Rejects if the status is no success. */
export type SendTimedBenchRequest = (method: 'GET' | 'POST', path: string, body?: object) => Promise<TimedBenchReply>

export interface HistoryBenchRequestTurn {
  readonly ask: SendTimedBenchRequest
  readonly world: HistoryCustomer
  readonly cardId: string
  /** A name for new customers and cards that no other turn of the measurement uses. */
  readonly name: string
}

/**
 * A request that the size of a customer's history could slow down. The function prepares what the request needs, and resolves to the
 * measured reply.
 */
export type HistoryBenchRequest = (turn: HistoryBenchRequestTurn) => Promise<TimedBenchReply>

const authorize = async ({ ask, cardId }: HistoryBenchRequestTurn, more: object = {}): Promise<TimedBenchReply> => {
  const reply = await ask('POST', '/network/authorizations', { ...benchPurchaseBody(cardId), ...more })
  if (reply.body['decision'] !== 'approve') throw new Error(JSON.stringify(reply.body))
  return reply
}

const stepOf =
  (kind: 'settle' | 'reverse'): HistoryBenchRequest =>
  async (turn) => {
    const { body } = await authorize(turn)
    return turn.ask('POST', `/network/authorizations/${String(body['transactionId'])}/${kind}`, {})
  }

const declare: HistoryBenchRequest = async ({ ask, cardId }) => {
  const { amount, merchant } = benchPurchaseBody(cardId)
  const intent = { purpose: 'Books', expectedAmount: amount, expectedMerchant: merchant.name }
  const declared = await ask('POST', `/cards/${cardId}/intents`, intent)
  await ask('POST', `/intents/${String(declared.body['id'])}/cancel`)
  return declared
}

export const historyBenchRequests = {
  authorize: (turn) => authorize(turn),
  reference: (turn) => authorize(turn, { networkReference: turn.name }),
  settle: stepOf('settle'),
  reverse: stepOf('reverse'),
  evaluate: ({ ask, cardId }) => ask('POST', '/spend/evaluate', benchPurchaseBody(cardId)),
  declare,
  'list-account': ({ ask }) => ask('GET', '/transactions?limit=50'),
  'list-customer': ({ ask, world }) => ask('GET', `/transactions?customerId=${world.customerId}&limit=50`),
  'list-card': ({ ask, cardId }) => ask('GET', `/transactions?cardId=${cardId}&limit=50`),
  'list-cards': ({ ask, world }) => ask('GET', `/cards?customerId=${world.customerId}&limit=50`),
} satisfies Record<string, HistoryBenchRequest>

export type HistoryBenchRequestName = keyof typeof historyBenchRequests

export const historyBenchRequestNames = Object.keys(historyBenchRequests) as HistoryBenchRequestName[]

/** Measures a request `turns` times. Several clients share the turns, and each waits for its answer before its next request. */
export async function measureHistoryRequest(
  turn: Omit<HistoryBenchRequestTurn, 'cardId'>,
  { way, clients, requests }: { way: HistoryBenchRequestName; clients: number; requests: number },
  latencies: Latencies,
): Promise<void> {
  const { cardIds } = turn.world
  const client = async (own: number) => {
    for (let n = own; n < requests; n += clients) {
      const cardId = cardIds[n % cardIds.length] as string
      latencies.add((await historyBenchRequests[way]({ ...turn, cardId, name: `${turn.name}-${n}` })).ms)
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, own) => client(own)))
}
