import type { Purser } from '../../clients/typescript/src/client.ts'
import type { Database } from '../../src/store/connection/database.ts'
import { TEST_API_KEY } from '../support/processes/start-node.ts'

const CARDS = 6
const DEADLINE_MS = 60_000

/** What the answers to one purchase were, and how often a part of it was captured. */
interface Sale {
  readonly cardId: string
  readonly answers: Set<string>
  approved: boolean
  captured: number
}

/** Clients who buy and capture at any node, and ask again under the same reference or key until they are answered. */
export interface Till {
  readonly customerId: string
  readonly sales: ReadonlyMap<string, Sale>
  /** Resolves when so many more sales are answered. */
  sold(count: number): Promise<void>
  /** Lets every client finish. */
  close(): Promise<{ answered: number; retried: number; problems: string[] }>
}

export interface TillOptions {
  readonly clients: number
  /** Whether they capture what they bought. */
  readonly captures: boolean
  /** Of the nodes that they choose from. */
  baseUrls(): readonly string[]
}

export async function openTill(purser: Purser, { clients, captures, baseUrls }: TillOptions): Promise<Till> {
  const limits = { perDay: 1000 * clients * CARDS, total: 1000 * clients * CARDS }
  const customer = await purser.customers.create({ email: 'till@example.com', limits })
  const cards: string[] = []
  for (let n = 0; n < CARDS; n += 1) {
    cards.push((await purser.cards.create({ customerId: customer.id, policy: { limits: { perAuth: 90 } } })).id)
  }
  const sales = new Map<string, Sale>()
  const problems: string[] = []
  const waiting: { at: number; resolve: () => void }[] = []
  let open = true
  let answered = 0
  let retried = 0

  const ask = async (path: string, body: object, key?: string): Promise<Record<string, unknown> | null> => {
    const deadline = performance.now() + DEADLINE_MS
    for (let attempt = 0; performance.now() < deadline; attempt += 1) {
      const nodes = baseUrls()
      const baseUrl = nodes[Math.floor(Math.random() * nodes.length)] as string
      const reply = await post(`${baseUrl}${path}`, body, key)
      if (reply === null || reply.status === 503 || isRunning(reply)) {
        await new Promise((resolve) => setTimeout(resolve, 20))
        continue
      }
      answered += 1
      if (attempt > 0) retried += 1
      if (reply.status === 200) return reply.body
      problems.push(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
      return null
    }
    problems.push(`${path}: not answered within ${DEADLINE_MS} ms`)
    return null
  }

  const sell = async (reference: string) => {
    const cardId = cards[Math.floor(Math.random() * cards.length)] as string
    const sale: Sale = { cardId, answers: new Set(), approved: false, captured: 0 }
    sales.set(reference, sale)
    const amount = 1 + Math.floor(Math.random() * 100)
    const answer = await ask('/network/authorizations', { cardId, amount, networkReference: reference })
    if (answer === null) return
    sale.answers.add(String(answer['transactionId']))
    sale.approved = answer['decision'] === 'approve'
    if (!captures || !sale.approved || Math.random() < 0.5) return
    const path = `/network/authorizations/${String(answer['transactionId'])}/settle`
    if ((await ask(path, { amount: 1, final: false }, `capture-${reference}`)) !== null) sale.captured += 1
  }

  const isOpen = () => open // asked anew before each sale

  const run = async (client: number) => {
    for (let n = 0; isOpen(); n += 1) {
      await sell(`${customer.id}-${client}-${n}`)
      for (const waiter of waiting) if (answered >= waiter.at) waiter.resolve()
    }
  }
  const running = Array.from({ length: clients }, (_, client) => run(client))

  return {
    customerId: customer.id,
    sales,
    sold: (count) => new Promise((resolve) => waiting.push({ at: answered + count, resolve })),
    close: async () => {
      open = false
      await Promise.all(running)
      return { answered, retried, problems }
    },
  }
}

/** Null: no answer came. */
async function post(url: string, body: object, key: string | undefined) {
  try {
    const reply = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${TEST_API_KEY}`,
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    })
    return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
  } catch {
    return null
  }
}

const isRunning = ({ body }: { body: Record<string, unknown> }) =>
  (body['error'] as { code?: string } | undefined)?.code === 'idempotency_in_progress'

/** What was answered is there, once, and nothing else is. */
export async function checkPromises({ pool }: Database, { customerId, sales }: Till): Promise<string[]> {
  const { rows } = await pool.query<{
    id: string
    card_id: string
    network_reference: string
    decision: string
    settled_amount: number
  }>('select id, card_id, network_reference, decision, settled_amount from transactions where customer_id = $1', [
    customerId,
  ])
  const stored = Map.groupBy(rows, (row) => row.network_reference)
  const broken: string[] = []
  for (const [reference, sale] of sales) {
    const [row, ...others] = stored.get(reference) ?? []
    const told = [...sale.answers]
    if (row === undefined || others.length > 0 || told.length !== 1 || row.id !== told[0]) {
      broken.push(`${reference}: answered ${told.join(' and ')}, stored ${row?.id} and ${others.length} others`)
    } else if (row.card_id !== sale.cardId || (row.decision === 'approve') !== sale.approved) {
      broken.push(`${reference}: the answer was another decision: ${row.decision}`)
    } else if (row.settled_amount !== sale.captured) {
      broken.push(`${reference}: ${sale.captured} captured, ${row.settled_amount} stored`)
    }
  }
  if (rows.length !== sales.size) broken.push(`${rows.length} transactions of ${sales.size} sales`)
  return broken
}
