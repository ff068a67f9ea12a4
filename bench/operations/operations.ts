import { Purser } from '../../clients/typescript/src/client.ts'
import type { LoadTestRequest } from '../support/load.ts'
import { seedBenchNode } from '../support/seed.ts'

export interface MeasuredOperation {
  readonly name: string
  /** The least share that the operation must reach of the rate of a bare Fastify route with an answer of the same length. */
  readonly bar: number
  /** The requests for the operation, sent in turn, for many cards. */
  readonly requests: readonly LoadTestRequest[]
}

/**
 * The number of customers and cards. Declared intents wait for their purchase, and a card can have a thousand of them: so many cards have
 * room for the intents of the whole measurement.
 */
const SIZE = { customers: 20, cardsEach: 50 }
const TRANSACTIONS_EACH = 1
const PAGE = 20

/** The operations to measure, with the cards of a new database that has a few transactions. */
export async function measuredOperationsOn(baseUrl: string, apiKey: string): Promise<MeasuredOperation[]> {
  const { cardIds, spread } = await seedBenchNode(baseUrl, apiKey, SIZE)
  const purser = new Purser({ baseUrl, apiKey })
  const transactionIds: string[] = []
  for (const body of spread.flatMap((one) => Array<string>(TRANSACTIONS_EACH).fill(one))) {
    transactionIds.push((await purser.network.authorize(JSON.parse(body))).transactionId)
  }
  const get = (path: string): LoadTestRequest => ({ method: 'GET', path: `/v1${path}` })
  const declared = { purpose: 'Books for the course', expectedAmount: 4200, expectedMerchant: 'Example Books' }
  return [
    {
      name: 'evaluate',
      bar: 0.3,
      requests: spread.map((body) => ({ method: 'POST', path: '/v1/spend/evaluate', body })),
    },
    { name: 'get a card', bar: 0.18, requests: cardIds.map((id) => get(`/cards/${id}`)) },
    { name: 'get a transaction', bar: 0.18, requests: transactionIds.map((id) => get(`/transactions/${id}`)) },
    { name: `list ${PAGE} transactions`, bar: 0.12, requests: [get(`/transactions?limit=${PAGE}`)] },
    { name: `list ${PAGE} cards`, bar: 0.05, requests: [get(`/cards?limit=${PAGE}`)] },
    {
      name: 'declare an intent',
      bar: 0.08,
      requests: cardIds.map((id) => ({
        method: 'POST',
        path: `/v1/cards/${id}/intents`,
        body: JSON.stringify(declared),
      })),
    },
  ]
}
