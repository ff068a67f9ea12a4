import type { StripeMock } from './stripe.ts'

interface Happening {
  /** The row about this happening at Stripe in the table of the guide about issuers. */
  readonly row: string
  readonly name: string
  readonly happen: (stripe: StripeMock, cardId: string) => Promise<unknown>
  /**
   * The transactions that the happening must result in. Credits are left out, because the order of events decides to which capture a refund
   * belongs.
   */
  readonly expected: readonly (readonly [type: string, status: string, captured: number])[]
  readonly returned: number
  readonly spent: number
}

/** Everything that Stripe sends events about, in at most four events each, on a card with a limit of 4000 cents. */
export const stripeEventCases: readonly Happening[] = [
  {
    row: 'it asks',
    name: 'a purchase that is captured',
    happen: async (stripe, cardId) =>
      stripe.capture({ cardId, id: await stripe.authorize({ cardId, amount: 3000 }), amount: 2900 }),
    expected: [['authorization', 'settled', 2900]],
    returned: 0,
    spent: 2900,
  },
  {
    row: 'it asks',
    name: 'a check of 0',
    happen: (stripe, cardId) => stripe.authorize({ cardId, amount: 0 }),
    expected: [['authorization', 'settled', 0]],
    returned: 0,
    spent: 0,
  },
  {
    row: 'it asks for more',
    name: 'more, and its capture',
    happen: async (stripe, cardId) => {
      const id = await stripe.authorize({ cardId, amount: 3000 })
      await stripe.increment(id, 500)
      stripe.capture({ cardId, id, amount: 3500 })
    },
    expected: [['authorization', 'settled', 3500]],
    returned: 0,
    spent: 3500,
  },
  {
    row: 'it answered otherwise: a timeout, its network, its own rules',
    name: 'one that its network approves, over the limit',
    happen: async (stripe, cardId) =>
      stripe.capture({ cardId, id: await stripe.authorize({ cardId, amount: 9000, isAway: true }), amount: 9000 }),
    expected: [['authorization', 'settled', 9000]],
    returned: 0,
    spent: 9000,
  },
  {
    row: 'another amount is held',
    name: 'less than was asked',
    happen: async (stripe, cardId) => stripe.reverse(await stripe.authorize({ cardId, amount: 3000 }), 1000),
    expected: [['authorization', 'pending', 0]],
    returned: 0,
    spent: 2000,
  },
  {
    row: 'reversed, or its hold ended',
    name: 'a reversal',
    happen: async (stripe, cardId) => stripe.reverse(await stripe.authorize({ cardId, amount: 3000 })),
    expected: [['authorization', 'reversed', 0]],
    returned: 0,
    spent: 0,
  },
  {
    row: 'reversed, or its hold ended',
    name: 'an expiry, and a capture after it',
    happen: async (stripe, cardId) => {
      const id = await stripe.authorize({ cardId, amount: 3000 })
      stripe.expire(id)
      stripe.capture({ cardId, id, amount: 3000 })
    },
    expected: [['authorization', 'settled', 3000]],
    returned: 0,
    spent: 3000,
  },
  {
    row: 'captured, whether or not anything was held',
    name: 'a capture after a decline',
    happen: async (stripe, cardId) =>
      stripe.capture({ cardId, id: await stripe.authorize({ cardId, amount: 9000 }), amount: 9000 }),
    expected: [['authorization', 'settled', 9000]],
    returned: 0,
    spent: 9000,
  },
  {
    row: 'captured without an authorization',
    name: 'a capture that nobody asked for',
    happen: (stripe, cardId) => Promise.resolve(stripe.capture({ cardId, amount: 40 })),
    expected: [['force_capture', 'settled', 40]],
    returned: 0,
    spent: 40,
  },
  {
    row: 'returned',
    name: 'a part of a purchase',
    happen: async (stripe, cardId) => {
      const id = await stripe.authorize({ cardId, amount: 3000 })
      stripe.capture({ cardId, id, amount: 3000 })
      stripe.refund({ cardId, id, amount: 500 })
    },
    expected: [['authorization', 'settled', 3000]],
    returned: 500,
    spent: 3000,
  },
  {
    row: 'returned',
    name: 'money of no purchase',
    happen: (stripe, cardId) => Promise.resolve(stripe.refund({ cardId, amount: 500 })),
    expected: [],
    returned: 500,
    spent: 0,
  },
]
