import { seededRandom } from '../../test/model/random.ts'
import { Latencies } from '../support/latencies.ts'
import { offerLoadAtFixedRate } from '../support/offered-load.ts'
import { waitUntilStripeKnows, makeBenchCards, type IssuerRig, waitUntil } from './rig.ts'
import { printFigureAgainstTarget } from './print-against-target.ts'

const PER_SECOND = 10
const MOST_MS = 5000

interface Statuses {
  readonly cards: number
  /** The share of Stripe's calls that are answered with 429 or 500. */
  readonly faults: number
}

/**
 * The changes of each card's status in Purser, and its status at Stripe in the end. The changes of the second row are requested at once:
 * Stripe need not see every status in between, but must see them in order.
 */
const ACTS = [
  { acts: ['freeze'], status: 'inactive' },
  { acts: ['unfreeze', 'freeze', 'close'], status: 'canceled' },
] as const
const IN_ORDER = /^inactive(,active(,inactive)?)?,canceled$/

/** Measures how long it takes until Stripe has frozen and closed cards. */
export async function measureCardStatusAtStripe(
  { stripe, node: { purser } }: IssuerRig,
  { cards: count, faults }: Statuses,
): Promise<void> {
  const cards = await makeBenchCards(purser, count, 'stripe')
  await waitUntilStripeKnows(purser, cards)
  const notices = listen(stripe, faults)
  const latencies = new Latencies()
  for (const { acts, status } of ACTS) {
    const asked = new Map<string, number>()
    const waiting = [...cards]
    await offerLoadAtFixedRate({ perSecond: PER_SECOND, seconds: count / PER_SECOND }, async () => {
      const cardId = waiting.shift() ?? ''
      for (const act of acts) await purser.cards[act](cardId)
      asked.set(cardId, performance.now())
    })
    await waitUntil(() => cards.every((id) => notices(id).at(-1)?.status === status), `every card is ${status}`)
    for (const [cardId, at] of asked) latencies.add(Math.max(0, (notices(cardId).at(-1)?.at ?? Infinity) - at))
  }
  stripe.fate = () => 'well'
  const isInOrder = (id: string) =>
    IN_ORDER.test(
      notices(id)
        .map(({ status }) => status)
        .join(),
    )
  printFigureAgainstTarget(
    `freeze and close, ${faults * 100} of 100 calls answered by 429 or 500: p50 ms`,
    latencies.quantile(0.5),
  )
  printFigureAgainstTarget('  p99 ms', latencies.quantile(0.99), { most: MOST_MS })
  printFigureAgainstTarget('  longest ms', latencies.quantile(1))
  printFigureAgainstTarget('  cards that were told in another order', cards.filter((id) => !isInOrder(id)).length, {
    most: 0,
  })
}

interface Notice {
  readonly status: string
  readonly at: number
}

/**
 * Lets a share of the calls to Stripe fail. The returned function answers which statuses a card was given at Stripe, in order. A repeated
 * status counts once.
 */
function listen(stripe: IssuerRig['stripe'], faults: number): (cardId: string) => readonly Notice[] {
  const random = seededRandom(8)
  const ofTokens = new Map<string, Notice[]>()
  stripe.fate = ({ method, path, params: { status } }) => {
    if (method !== 'POST') return 'well'
    if (random.chance(faults)) return { status: random.chance(0.5) ? 429 : 500, message: 'Not now' }
    const token = path.split('/').at(-1) ?? ''
    const notices = ofTokens.get(token) ?? []
    if (status !== undefined && notices.at(-1)?.status !== status) notices.push({ status, at: performance.now() })
    ofTokens.set(token, notices)
    return 'well'
  }
  return (cardId) => ofTokens.get(stripe.cardsOf(cardId)[0]?.['id'] as string) ?? []
}
