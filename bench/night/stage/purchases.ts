import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'undici'
import { Latencies } from '../../support/latencies.ts'
import { NIGHT_API_KEY } from './nodes.ts'

/** A purchase, and the answers that its caller got. */
export interface NightPurchaseWithAnswers {
  readonly reference: string
  readonly cardId: string
  readonly amount: number
  readonly dueAt: number
  /** The transaction ids of all answers. More than one id means that the purchase was doubled. */
  readonly ids: Set<string>
  decision: string
  /** The time of the purchase's first answer, in Unix milliseconds. */
  answeredAt: number
}

/** Counts of purchases since the tally was last taken. */
export interface NightPurchaseTally {
  due: number
  answered: number
  /** The number of answers 503, by the reason in the answer. */
  readonly refused: Map<string, number>
  /** The number of requests that got no answer from a node: their callers do not know whether the purchase was stored. */
  unknown: number
  /** The milliseconds from the moment at which a purchase was due to its decision. */
  readonly waits: Latencies
  /** The milliseconds of each request for a purchase, whatever its answer. */
  readonly requests: Latencies
}

export interface PurchaseLoad {
  readonly purchases: ReadonlyMap<string, NightPurchaseWithAnswers>
  take(): NightPurchaseTally
  /** Begins no further purchase, and waits until all are answered or, if they are to be given up, until nothing is sent any more. */
  stop(isGivenUp?: boolean): Promise<void>
}

export interface PurchaseLoadOptions {
  readonly origin: string
  readonly cardIds: readonly string[]
  readonly perSecond: number
}

const CONNECTIONS = 64
const TURN_MS = 5
/**
 * The deadlines of a request in milliseconds, counted from the moment at which it is sent. If they began while the request waits for a
 * connection, all requests of a long queue would reach them.
 */
const TIMEOUTS = { headersTimeout: 5000, bodyTimeout: 5000 }
/**
 * The first wait before a refused request is sent again, because `Retry-After` of a refusal is a second. Callers wait longer each time, and
 * not all equally long.
 */
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 4000
/** How long a purchase is sent again before it counts as never answered. */
const GIVES_UP_MS = 120_000
/** A purchase in so many is sent again after its answer, as networks do. */
const REPEATED = 20
const MOST_CENTS = 100

const emptyTally = (): NightPurchaseTally => ({
  due: 0,
  answered: 0,
  refused: new Map(),
  unknown: 0,
  waits: new Latencies(),
  requests: new Latencies(),
})

/**
 * Sends a fixed number of purchases a second, whether or not earlier ones are answered. Each has a network reference, under which it is
 * sent again after a refusal or without an answer, as docs/guides/http.md tells callers to do.
 */
export function startPurchaseLoad({ origin, cardIds, perSecond }: PurchaseLoadOptions): PurchaseLoad {
  const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1, ...TIMEOUTS })
  const purchases = new Map<string, NightPurchaseWithAnswers>()
  const over = new AbortController()
  const open = new Set<Promise<unknown>>()
  let tally = emptyTally()
  let longestMs = GIVES_UP_MS

  const ask = async (purchase: NightPurchaseWithAnswers): Promise<Answer | null> => {
    const { answer, ms } = await send(pool, purchase)
    tally.requests.add(ms)
    if (answer?.transactionId !== undefined) return answer
    countRefusal(tally, answer?.error?.details?.reason)
    return null
  }
  const askUntilAnswered = async (purchase: NightPurchaseWithAnswers): Promise<Answer | null> => {
    const begunAt = performance.now()
    for (
      let pauseMs = FIRST_PAUSE_MS;
      performance.now() < begunAt + longestMs;
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
    ) {
      const answer = await ask(purchase)
      if (answer !== null) return answer
      await delay(pauseMs * (0.5 + Math.random() / 2))
    }
    return null
  }
  const buy = async (purchase: NightPurchaseWithAnswers, isRepeated: boolean) => {
    const answer = await askUntilAnswered(purchase)
    if (answer === null) return
    purchase.ids.add(answer.transactionId ?? '')
    purchase.decision = answer.decision ?? ''
    purchase.answeredAt = Date.now()
    tally.answered += 1
    tally.waits.add(performance.now() - purchase.dueAt)
    const repeated = isRepeated ? await askUntilAnswered(purchase) : null
    if (repeated !== null) purchase.ids.add(repeated.transactionId ?? '')
  }
  const begin = (n: number, dueAt: number) => {
    const purchase = newPurchase({ n, dueAt, cardIds })
    purchases.set(purchase.reference, purchase)
    tally.due += 1
    const bought: Promise<unknown> = buy(purchase, n % REPEATED === 0).finally(() => open.delete(bought))
    open.add(bought)
  }
  const run = async () => {
    const startedAt = performance.now()
    for (let n = 0; !over.signal.aborted; await delay(TURN_MS)) {
      for (; startedAt + (n * 1000) / perSecond <= performance.now(); n += 1)
        begin(n, startedAt + (n * 1000) / perSecond)
    }
  }
  const running = run()
  return {
    purchases,
    take: () => {
      const taken = tally
      tally = emptyTally()
      return taken
    },
    stop: async (isGivenUp = false) => {
      longestMs = isGivenUp ? 0 : longestMs
      over.abort()
      await running
      await Promise.all(open)
      await pool.destroy()
    },
  }
}

function countRefusal(tally: NightPurchaseTally, reason: string | undefined): void {
  if (reason === undefined) tally.unknown += 1
  else tally.refused.set(reason, (tally.refused.get(reason) ?? 0) + 1)
}

const newPurchase = ({
  n,
  dueAt,
  cardIds,
}: {
  n: number
  dueAt: number
  cardIds: readonly string[]
}): NightPurchaseWithAnswers => ({
  reference: `night-${String(n).padStart(7, '0')}`,
  cardId: cardIds[n % cardIds.length] ?? '',
  amount: 1 + Math.floor(Math.random() * MOST_CENTS),
  dueAt,
  ids: new Set(),
  decision: '',
  answeredAt: 0,
})

interface Answer {
  readonly transactionId?: string
  readonly decision?: string
  readonly error?: { readonly details?: { readonly reason?: string } }
}

const HEADERS = { 'content-type': 'application/json', authorization: `Bearer ${NIGHT_API_KEY}` }

/** Sends a purchase once. Null as the `answer`: none came, or one that is not Purser's. */
async function send(
  pool: Pool,
  { cardId, amount, reference }: NightPurchaseWithAnswers,
): Promise<{ answer: Answer | null; ms: number }> {
  const begun = performance.now()
  const answer = await pool
    .request({
      path: '/v1/network/authorizations',
      method: 'POST',
      headers: HEADERS,
      body: JSON.stringify({ cardId, amount, networkReference: reference }),
    })
    .then(async ({ body }) => JSON.parse(await body.text()) as Answer)
    .catch(() => null)
  return { answer, ms: performance.now() - begun }
}
