import { setTimeout as delay } from 'node:timers/promises'
import { TEST_API_KEY } from '../../support/processes/start-node.ts'

const LANES = 4
const PAUSE_MS = 20
/** How often a purchase is sent at most, until it is answered. */
const MOST_TIMES = 1500

/** A node that purchases are sent to. */
export interface Caller {
  readonly baseUrl: string
  stop(): Promise<void>
}

export interface Purchases {
  /** How many purchases were answered, each by two nodes if there are two. */
  answered(): number
  /** Sends purchases to this node as well. */
  ask(node: Caller): void
  /** Sends no further purchase to this node. */
  leave(node: Caller): void
  /** Resolves to the id of each transaction, by its network reference, when the last purchase is answered. */
  stop(): Promise<ReadonlyMap<string, string>>
}

/**
 * Sends purchases of one cent with one card, which may spend `limit` cents, to several nodes in turn. Each reference is sent again until it
 * is answered, and then to the next node, which has to answer with the same transaction.
 */
export async function openPurchases(first: Caller, limit: number): Promise<Purchases> {
  const customer = await post(first, '/customers', { email: 'ada@example.com' })
  const card = await post(first, '/cards', { customerId: customer.id, limits: { total: limit } })
  let nodes: readonly Caller[] = [first]
  const over = new AbortController()
  let next = 0
  const answers = new Map<string, string>()
  const problems: string[] = []

  const answerOf = async (networkReference: string, turn: number): Promise<string> => {
    for (let time = 0; time < MOST_TIMES; time += 1) {
      const node = nodes[(turn + time) % nodes.length] ?? first
      const reply = await post(node, '/network/authorizations', { cardId: card.id, amount: 1, networkReference }).catch(
        () => null,
      )
      if (reply?.transactionId !== undefined) return reply.transactionId
      await delay(PAUSE_MS)
    }
    throw new Error(`${networkReference} was never answered`)
  }
  const lane = async () => {
    while (!over.signal.aborted) {
      const turn = next++
      const reference = `reference-${String(turn).padStart(6, '0')}`
      const id = await answerOf(reference, turn)
      const again = await answerOf(reference, turn + 1)
      if (again !== id) problems.push(`${reference}: ${id}, then ${again}`)
      answers.set(reference, id)
      await delay(PAUSE_MS)
    }
  }
  const running = Promise.all(Array.from({ length: LANES }, lane))
  return {
    answered: () => answers.size,
    ask: (node) => (nodes = [...nodes, node]),
    leave: (node) => (nodes = nodes.filter((each) => each !== node)),
    stop: async () => {
      over.abort()
      await running
      if (problems.length > 0) throw new Error(problems.join('\n'))
      return answers
    },
  }
}

interface Reply {
  readonly id?: string
  readonly transactionId?: string
}

async function post({ baseUrl }: Caller, path: string, body: object): Promise<Reply> {
  const reply = await fetch(baseUrl + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${TEST_API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await reply.json()) as Reply
}
