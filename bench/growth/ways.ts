import type { Latencies } from '../support/latencies.ts'
import { purchaseBody, type HistoryCustomer } from './world.ts'

export interface TimedReply {
  readonly body: Record<string, unknown>
  /** The milliseconds from the measured request to the end of its answer. */
  readonly ms: number
}

/** Sends a request to the measured node. Rejects if the status is no success. */
export type SendToNode = (method: 'GET' | 'POST', path: string, body?: object) => Promise<TimedReply>

export interface HistoryRequestTurn {
  readonly ask: SendToNode
  readonly world: HistoryCustomer
  readonly cardId: string
  /** A name for new customers and cards that no other turn of the measurement uses. */
  readonly name: string
}

/**
 * A request that the size of a customer's history could slow down. The function prepares what the request needs, and resolves to the
 * measured reply.
 */
export type HistoryRequest = (turn: HistoryRequestTurn) => Promise<TimedReply>

const authorize = async ({ ask, cardId }: HistoryRequestTurn, more: object = {}): Promise<TimedReply> => {
  const reply = await ask('POST', '/network/authorizations', { ...purchaseBody(cardId), ...more })
  if (reply.body['decision'] !== 'approve') throw new Error(JSON.stringify(reply.body))
  return reply
}

const stepOf =
  (kind: 'settle' | 'reverse'): HistoryRequest =>
  async (turn) => {
    const { body } = await authorize(turn)
    return turn.ask('POST', `/network/authorizations/${String(body['transactionId'])}/${kind}`, {})
  }

const declare: HistoryRequest = async ({ ask, cardId }) => {
  const { amount, merchant } = purchaseBody(cardId)
  const intent = { purpose: 'Books', expectedAmount: amount, expectedMerchant: merchant.name }
  const declared = await ask('POST', `/cards/${cardId}/intents`, intent)
  await ask('POST', `/intents/${String(declared.body['id'])}/cancel`)
  return declared
}

export const historyRequests = {
  authorize: (turn) => authorize(turn),
  reference: (turn) => authorize(turn, { networkReference: turn.name }),
  settle: stepOf('settle'),
  reverse: stepOf('reverse'),
  evaluate: ({ ask, cardId }) => ask('POST', '/spend/evaluate', purchaseBody(cardId)),
  declare,
  'list-account': ({ ask }) => ask('GET', '/transactions?limit=50'),
  'list-customer': ({ ask, world }) => ask('GET', `/transactions?customerId=${world.customerId}&limit=50`),
  'list-card': ({ ask, cardId }) => ask('GET', `/transactions?cardId=${cardId}&limit=50`),
  'list-cards': ({ ask, world }) => ask('GET', `/cards?customerId=${world.customerId}&limit=50`),
} satisfies Record<string, HistoryRequest>

export type HistoryRequestName = keyof typeof historyRequests

export const historyRequestNames = Object.keys(historyRequests) as HistoryRequestName[]

/** Measures a request `turns` times. Several clients share the turns, and each waits for its answer before its next request. */
export async function measureHistoryRequest(
  turn: Omit<HistoryRequestTurn, 'cardId'>,
  { way, clients, requests }: { way: HistoryRequestName; clients: number; requests: number },
  latencies: Latencies,
): Promise<void> {
  const { cardIds } = turn.world
  const client = async (own: number) => {
    for (let n = own; n < requests; n += clients) {
      const cardId = cardIds[n % cardIds.length] as string
      latencies.add((await historyRequests[way]({ ...turn, cardId, name: `${turn.name}-${n}` })).ms)
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, own) => client(own)))
}
