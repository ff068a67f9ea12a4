import type { LithicMock } from './lithic.ts'

/**
 * Something that happens at Lithic: its row in the table of docs/guides/issuers.md, its name, the events, the transactions that it must
 * result in (type, status, captured, returned), and the amount that is then spent.
 */
type Happening = readonly [string, string, (cardId: string) => Promise<unknown>, readonly unknown[][], number]

/** Everything that Lithic sends events about, on a card with a limit of 4000 cents. */
export const lithicEventCases = (lithic: LithicMock): readonly Happening[] => [
  [
    'it asks',
    'a purchase that is captured',
    async (cardId) => lithic.clear({ cardId, token: await lithic.authorize({ cardId, amount: 3000 }), amount: 2900 }),
    [['authorization', 'settled', 2900, 0]],
    2900,
  ],
  [
    'it answered otherwise: a timeout, its network, its own rules',
    'one that its own rules decline after all',
    (cardId) => lithic.authorize({ cardId, amount: 3000, overruledBy: 'CARD_SPEND_LIMIT_EXCEEDED' }),
    [['authorization', 'reversed', 0, 0]],
    0,
  ],
  [
    'it answered otherwise: a timeout, its network, its own rules',
    'one that its network approves',
    async (cardId) =>
      lithic.clear({ cardId, token: await lithic.authorize({ cardId, amount: 3000, isAway: true }), amount: 3000 }),
    [['authorization', 'settled', 3000, 0]],
    3000,
  ],
  [
    'another amount is held',
    'an advice',
    async (cardId) => lithic.advise(await lithic.authorize({ cardId, amount: 3000 }), 3500),
    [['authorization', 'pending', 0, 0]],
    3500,
  ],
  [
    'reversed, or its hold ended',
    'a reversal of a part',
    async (cardId) => lithic.reverse(await lithic.authorize({ cardId, amount: 3000 }), 1000),
    [['authorization', 'pending', 0, 0]],
    2000,
  ],
  [
    'reversed, or its hold ended',
    'an expiry',
    async (cardId) =>
      lithic.reverse(await lithic.authorize({ cardId, amount: 3000 }), undefined, 'AUTHORIZATION_EXPIRY'),
    [['authorization', 'reversed', 0, 0]],
    0,
  ],
  [
    'it asks for more',
    'more, asked for later',
    async (cardId) => {
      const token = await lithic.authorize({ cardId, amount: 3000 })
      await lithic.increment(token, 500)
      lithic.clear({ cardId, token, amount: 3500 })
    },
    [['authorization', 'settled', 3500, 0]],
    3500,
  ],
  [
    'captured, whether or not anything was held',
    'captures in part',
    async (cardId) => {
      const token = await lithic.authorize({ cardId, amount: 3000 })
      lithic.clear({ cardId, token, amount: 1000, keeps: 2000 })
      lithic.clear({ cardId, token, amount: 2000 })
    },
    [['authorization', 'settled', 3000, 0]],
    3000,
  ],
  [
    'reversed, or its hold ended',
    'a capture in part, and the rest given back',
    async (cardId) => {
      const token = await lithic.authorize({ cardId, amount: 3000 })
      lithic.clear({ cardId, token, amount: 1000, keeps: 2000 })
      lithic.reverse(token, 2000)
    },
    [['authorization', 'settled', 1000, 0]],
    1000,
  ],
  [
    'captured, whether or not anything was held',
    'a capture after a decline',
    async (cardId) => lithic.clear({ cardId, token: await lithic.authorize({ cardId, amount: 9000 }), amount: 9000 }),
    [['authorization', 'settled', 9000, 0]],
    9000,
  ],
  [
    'captured without an authorization',
    'a capture that nobody asked for',
    async (cardId) => lithic.clear({ cardId, amount: 40 }),
    [['force_capture', 'settled', 40, 0]],
    40,
  ],
  [
    'it asks',
    'one message that asks and captures',
    (cardId) => lithic.authorize({ cardId, amount: 2500, status: 'FINANCIAL_AUTHORIZATION' }),
    [['authorization', 'settled', 2500, 0]],
    2500,
  ],
  [
    'it asks',
    'an inquiry of the balance',
    (cardId) => lithic.authorize({ cardId, amount: 0, status: 'BALANCE_INQUIRY' }),
    [['authorization', 'settled', 0, 0]],
    0,
  ],
  [
    'returned',
    'money that is asked to be given back',
    (cardId) => lithic.authorize({ cardId, amount: 700, status: 'FINANCIAL_CREDIT_AUTHORIZATION' }),
    [['credit', 'settled', 0, 0]],
    0,
  ],
  [
    'returned',
    'a return, and that taken back',
    async (cardId) => lithic.takeBack(lithic.giveBack({ cardId, amount: 500 }), 500),
    [
      ['credit', 'settled', 0, 0],
      ['force_capture', 'settled', 500, 0],
    ],
    500,
  ],
  [
    'returned',
    'a return of a purchase, corrected',
    async (cardId) => {
      const token = await lithic.authorize({ cardId, amount: 3000 })
      lithic.clear({ cardId, token, amount: 3000 })
      lithic.giveBack({ cardId, token, amount: 500 })
      lithic.takeBack(token, 500, 'CORRECTION_DEBIT')
    },
    [['authorization', 'settled', 3500, 500]],
    3500,
  ],
  [
    'captured, whether or not anything was held',
    'a capture after its hold has ended',
    async (cardId) => {
      const token = await lithic.authorize({ cardId, amount: 3000 })
      lithic.reverse(token, undefined, 'AUTHORIZATION_EXPIRY')
      lithic.clear({ cardId, token, amount: 3000 })
    },
    [['authorization', 'settled', 3000, 0]],
    3000,
  ],
  [
    'captured, whether or not anything was held',
    'a capture after the last one',
    async (cardId) => {
      const token = await lithic.authorize({ cardId, amount: 3000 })
      lithic.clear({ cardId, token, amount: 3000 })
      lithic.clear({ cardId, token, amount: 30 })
    },
    [['authorization', 'settled', 3030, 0]],
    3030,
  ],
  [
    'returned',
    'a correction that gives back',
    async (cardId) => {
      const token = await lithic.authorize({ cardId, amount: 3000 })
      lithic.clear({ cardId, token, amount: 3000 })
      lithic.giveBack({ cardId, token, amount: 500, type: 'CORRECTION_CREDIT' })
    },
    [['authorization', 'settled', 3000, 500]],
    3000,
  ],
  [
    'returned',
    'a return that was asked for, and comes',
    async (cardId) => {
      const token = await lithic.authorize({ cardId, amount: 700, status: 'CREDIT_AUTHORIZATION' })
      lithic.giveBack({ cardId, token, amount: 700, type: 'CLEARING' })
    },
    [['credit', 'settled', 0, 0]],
    0,
  ],
]
