import { type Dispatcher, Pool } from 'undici'
import { stripeExample, signStripeMessage } from '../../test/support/issuers/stripe.ts'
import { Latencies } from '../support/latencies.ts'
import { offerLoadAtFixedRate } from '../support/offered-load.ts'
import { type IssuerRig, STRIPE_ENDPOINT_SECRET } from './rig.ts'
import { printFigureAgainstTarget } from './print-against-target.ts'

export interface TimedStripeAnswer {
  readonly reference: string
  /** The time of Stripe's request, by `performance.now()`. */
  readonly askedAt: number
  readonly ms: number
  /** Whether Purser's answer was an approval. Null: Stripe could not read the answer, or there was none. */
  readonly approved: boolean | null
}

interface Offered {
  readonly perSecond: number
  readonly seconds: number
  readonly connections: number
}

export interface StripeEndpointLoad {
  readonly cards: readonly string[]
  readonly seconds: number
}

interface MeasuredEndpoint extends StripeEndpointLoad {
  /** For how many seconds Stripe's requests are sent at a fixed rate. */
  readonly offeredSeconds: number
}

const CLIENTS = 64
const CONNECTIONS = 256
const GOAL_PER_SECOND = 1000
/** The share of its full speed at which the busiest node of a service may be kept. */
const SHARE_OF_FULL_SPEED = 0.5
const [MOST_P99_MS, MOST_MS] = [200, 1200]

/**
 * Sends signed authorization requests, each for another purchase: first as fast as they are answered, then at the target rate, or at half
 * of the measured rate if that is less. Resolves to the rate of the second part.
 */
export async function measureStripeEndpoint(
  { node }: IssuerRig,
  { cards, seconds, offeredSeconds }: MeasuredEndpoint,
): Promise<number> {
  await atFullSpeed(node.baseUrl, { cards, seconds }) // warms the node up
  const full = await atFullSpeed(node.baseUrl, { cards, seconds })
  printFigureAgainstTarget('the door, at full speed: answers/s', full)
  const perSecond = Math.min(GOAL_PER_SECOND, Math.round(full * SHARE_OF_FULL_SPEED))
  printFigureAgainstTarget(`the door, at a rate, ${offeredSeconds} s: offered/s`, perSecond, {
    least: GOAL_PER_SECOND,
    ofMachine: true,
  })
  const offered = { perSecond, seconds: offeredSeconds, connections: CONNECTIONS }
  const answers = await sendStripeRequestsAtRate(node.baseUrl, cards, offered)
  const latencies = latenciesOfStripeAnswers(answers)
  printFigureAgainstTarget('  p50 ms', latencies.quantile(0.5))
  printFigureAgainstTarget('  p99 ms', latencies.quantile(0.99), { most: MOST_P99_MS, ofMachine: true })
  printFigureAgainstTarget('  longest ms', latencies.quantile(1), { most: MOST_MS, ofMachine: true })
  printFigureAgainstTarget('  not approved', answers.filter(({ approved }) => approved !== true).length, { most: 0 })
  return perSecond
}

/** Sends requests at a fixed rate, as Stripe does. A latency begins when its request is due. */
export async function sendStripeRequestsAtRate(
  baseUrl: string,
  cards: readonly string[],
  offered: Offered,
): Promise<TimedStripeAnswer[]> {
  const endpoint = openEndpoint(baseUrl, cards, offered.connections)
  const answers: TimedStripeAnswer[] = []
  await offerLoadAtFixedRate(offered, async (dueAt) => void answers.push(await endpoint.ask(dueAt)))
  await endpoint.close()
  return answers
}

export function latenciesOfStripeAnswers(answers: readonly TimedStripeAnswer[]): Latencies {
  const latencies = new Latencies()
  for (const { ms } of answers) latencies.add(ms)
  return latencies
}

/** The answers per second when Stripe's requests are sent as fast as they are answered. */
async function atFullSpeed(baseUrl: string, { cards, seconds }: StripeEndpointLoad): Promise<number> {
  const endpoint = openEndpoint(baseUrl, cards, CLIENTS)
  const end = performance.now() + seconds * 1000
  let count = 0
  const client = async () => {
    for (; performance.now() < end; count += 1) await endpoint.ask(performance.now())
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  await endpoint.close()
  return count / seconds
}

let asked = 0

function openEndpoint(baseUrl: string, cards: readonly string[], connections: number) {
  const bodies = cards.map(bodyOf)
  const pool = new Pool(new URL(baseUrl).origin, { connections, pipelining: 1 })
  const ask = async (requestedAt: number): Promise<TimedStripeAnswer> => {
    const id = String((asked += 1))
    const body = bodies[asked % bodies.length]?.(id) ?? ''
    const headers = {
      'content-type': 'application/json',
      'stripe-signature': signStripeMessage(body, STRIPE_ENDPOINT_SECRET, Date.now()),
    }
    const request = { path: '/issuers/stripe/authorizations', method: 'POST' as const, headers, body }
    const approved = await pool
      .request(request)
      .then(readAnswer)
      .catch(() => null)
    return { reference: `iauth_${id}`, askedAt: requestedAt, ms: performance.now() - requestedAt, approved }
  }
  return { ask, close: () => pool.close() }
}

async function readAnswer(reply: Dispatcher.ResponseData): Promise<boolean | null> {
  const { approved } = (await reply.body.json()) as { approved?: unknown }
  const isReadable = reply.statusCode === 200 && reply.headers['stripe-version'] !== undefined
  return isReadable && typeof approved === 'boolean' ? approved : null
}

const PLACEHOLDER = 'PLACEHOLDER'

function bodyOf(cardId: string): (id: string) => string {
  const event = stripeExample('authorization.request')
  const { object } = event['data']
  object.card = { ...object.card, id: `ic_${cardId}`, metadata: { purser_card: cardId } }
  event['id'] = `evt_${PLACEHOLDER}`
  object.id = `iauth_${PLACEHOLDER}`
  const parts = JSON.stringify(event).split(PLACEHOLDER)
  return (id) => parts.join(id)
}
