import type { Purser } from '../../../clients/typescript/src/client.ts'
import type { limitWindows } from '../../../src/contract/policy.ts'
import { sideBySide } from '../engine/side-by-side.ts'

type Limits = Partial<Readonly<Record<(typeof limitWindows)[number], number>>>

/** What may be spent by a card, or by all of a customer. */
export interface World {
  readonly cards: readonly string[]
  readonly limits: ReadonlyMap<string, Limits>
}

const CARDS_EACH = 4
const billing = { line1: '1 Main Street', city: 'Springfield', postalCode: '62704', country: 'US' }
/** By turns. */
const OF_CARDS: readonly Limits[] = [{ perDay: 500 }, { perDay: 5000, total: 60_000 }, { perMonth: 50_000 }, {}]
const OF_CUSTOMERS: readonly Limits[] = [{ perDay: 20_000 }, { total: 400_000 }]

export async function buildWorld(purser: Purser, customers: number): Promise<World> {
  const limits = new Map<string, Limits>()
  const cards = await sideBySide(
    Array.from({ length: customers }, (_, n) => n),
    async (n) => {
      const own = OF_CUSTOMERS[n % OF_CUSTOMERS.length] ?? {}
      const { id: customerId } = await purser.customers.create({ name: { business: `Shop ${n}` }, limits: own })
      limits.set(customerId, own)
      return Promise.all(
        Array.from({ length: CARDS_EACH }, async (_, place) => {
          const ofCard = OF_CARDS[place % OF_CARDS.length] ?? {}
          const { id } = await purser.cards.create({ customerId, billing, limits: ofCard })
          limits.set(id, ofCard)
          return id
        }),
      )
    },
  )
  return { cards: cards.flat(), limits }
}
