import { describe, expect, it } from 'vitest'
import { noNetworkReference } from '../references.ts'
import {
  someAdvice,
  someAuthorization,
  AUTHORIZATION_HOLD_MS,
  cardNetwork,
  someCapture,
  type DescribedCard,
} from '../../../../test/support/records/network.ts'
import { TEST_NOON } from '../../../../test/support/records/subject.ts'
import { approvedAuthorizationsInLastDay } from '../../spend/spend-windows.ts'
import type { TransactionState } from '../../transactions/transaction.ts'
import { transactionAtAuthorization } from '../../transactions/at-authorization.ts'
import type { EngineCommand } from './commands.ts'
import type { EngineCommandOutcome } from '../outcome.ts'
import { issuerDeclined } from '../../transactions/issuer-declined.ts'

const request = (amount = 1000) => someAuthorization({ networkReference: 'ref', amount })
const ofIt = { accountId: 'acct_1', transactionId: 'txn_1' }
const blocked: DescribedCard = { card: { status: 'frozen' } }
const HOUR_MS = 3_600_000

/** Sends commands to the engine, each an hour after the one before. The commands of an inner list are sent in one batch. */
function after(commands: readonly (EngineCommand | readonly EngineCommand[])[], described: DescribedCard = {}) {
  const door = cardNetwork(described)
  const results = commands.map((command, n) =>
    door.send('kind' in command ? [command] : command, TEST_NOON + n * HOUR_MS),
  )
  const events = results.flatMap(({ changes }) =>
    changes.events.flatMap(({ type, data }) => ('amount' in data ? [[type, data.amount]] : [])),
  )
  const transactions = [...door.set.transactions.values()]
  const first = transactions[0] as TransactionState
  const spent = door.set.spend.get('card_1')?.total ?? 0
  return { door, results, events, transactions, first, spent }
}

type Row = [
  what: string,
  commands: readonly (EngineCommand | readonly EngineCommand[])[],
  expected: object,
  spent: number,
  events: readonly unknown[],
  described?: DescribedCard,
]

describe('an advice', () => {
  it.each<Row>([
    ['of what is held', [request(), someAdvice()], { status: 'pending', authorizedAmount: 1000 }, 1000, []],
    [
      'of what nobody asked for',
      [someAdvice()],
      {
        type: 'authorization',
        status: 'pending',
        decision: 'approve',
        reasons: [],
        trace: [],
        flags: { standIn: true },
      },
      1000,
      [],
    ],
    [
      'of what the issuer declined unasked',
      [someAdvice({ approved: false })],
      { status: 'declined', amount: 1000, decision: 'decline', reasons: [issuerDeclined('spending_controls')] },
      0,
      [],
    ],
    [
      'that the issuer declined what was approved',
      [request(), someAdvice({ approved: false })],
      { status: 'reversed', authorizedAmount: 0, decision: 'approve', reasons: [], flags: { issuerDeclined: true } },
      0,
      [['transaction.reversed', 1000]],
    ],
    [
      'that the issuer held what was declined',
      [request(), someAdvice()],
      { status: 'pending', authorizedAmount: 1000, decision: 'decline', flags: { standIn: true } },
      1000,
      [['transaction.created', 1000]],
      blocked,
    ],
    [
      'that the issuer declined it too',
      [request(), someAdvice({ approved: false })],
      { status: 'declined', reasons: [{ code: 'card_frozen' }] },
      0,
      [],
      blocked,
    ],
    [
      'of more than was approved',
      [request(), someAdvice({ amount: 1500 })],
      { status: 'pending', authorizedAmount: 1500, flags: { standIn: true } },
      1500,
      [],
    ],
    [
      'of less than was approved',
      [request(), someAdvice({ amount: 400 })],
      { status: 'pending', authorizedAmount: 400 },
      400,
      [['transaction.reversed', 600]],
    ],
    [
      'of nothing any more',
      [request(), someAdvice({ amount: 0 })],
      { status: 'reversed', authorizedAmount: 0 },
      0,
      [['transaction.reversed', 1000]],
    ],
    [
      'of nothing any more, after a capture',
      [request(), someCapture({ amount: 300, final: false }), someAdvice({ amount: 0 })],
      { status: 'settled', settledAmount: 300, authorizedAmount: 300 },
      300,
      [
        ['transaction.reversed', 700],
        ['transaction.settled', 300],
      ],
    ],
    [
      'of what was captured',
      [request(), someCapture(), someAdvice({ amount: 0 })],
      { status: 'settled', settledAmount: 1000, authorizedAmount: 1000 },
      1000,
      [['transaction.settled', 1000]],
    ],
    [
      'that knows of a capture in part, and holds the rest, after which the rest is captured',
      [request(), someCapture({ amount: 600 }), someAdvice({ captured: 600 }), someCapture({ amount: 400 })],
      { status: 'settled', settledAmount: 1000, flags: { standIn: true, forcedCapture: false } },
      1000,
      [
        ['transaction.settled', 600],
        ['transaction.created', 1000],
        ['transaction.settled', 1000],
      ],
    ],
    [
      'that knows of a part of what was captured',
      [request(), someCapture({ amount: 300 }), someCapture({ amount: 500 }), someAdvice({ captured: 300 })],
      { status: 'settled', settledAmount: 800 },
      800,
      [
        ['transaction.settled', 300],
        ['transaction.settled', 800],
      ],
    ],
    [
      'of a hold that was reversed',
      [request(), { ...ofIt, kind: 'reverse' }, someAdvice()],
      { status: 'pending', authorizedAmount: 1000, flags: { standIn: true } },
      1000,
      [
        ['transaction.reversed', 1000],
        ['transaction.created', 1000],
      ],
    ],
    ['of a card check', [someAdvice({ amount: 0 })], { status: 'settled', authorizedAmount: 0 }, 0, []],
  ])('%s', (_, commands, expected, spent, events, described) => {
    const found = after(commands, described)
    expect(found.first).toMatchObject(expected)
    expect([found.spent, found.events, found.transactions.length]).toEqual([spent, events, 1])
  })

  it('is followed by the purchase that it is of, which is answered as the issuer decided', () => {
    const { results } = after([someAdvice(), request(7)])
    expect(results[1]?.outcomes).toMatchObject([{ kind: 'decided', transaction: { id: 'txn_1', amount: 1000 } }])
    expect(results[1]?.changes.newTransactions.size).toBe(0)
  })

  it('counts like a purchase, and uses up a card of one purchase', () => {
    const { door } = after([someAdvice(), someAuthorization()], { card: { usage: 'single' } })
    const spend = door.set.spend.get('card_1')
    expect(spend && [approvedAuthorizationsInLastDay(spend, TEST_NOON), spend.lastApprovedAt]).toEqual([1, TEST_NOON])
    expect(door.set.cards.get('card_1')).toMatchObject({
      status: 'closed',
      consumedAt: TEST_NOON,
      firstSpendAt: TEST_NOON,
    })
    expect(door.set.transactions.get('txn_2')).toMatchObject({ status: 'declined' })
  })

  it('leaves a closed card as it is', () => {
    const { door, spent } = after([someAdvice()], { card: { status: 'closed', usage: 'single' } })
    expect([spent, door.set.cards.get('card_1')?.consumedAt]).toEqual([1000, null])
  })

  it('that is older than a later one changes nothing', () => {
    const commands = [
      someAdvice({ amount: 1000, asOf: TEST_NOON }),
      someAdvice({ amount: 700, asOf: TEST_NOON + 2 }),
      someAdvice({ asOf: TEST_NOON + 1 }),
    ]
    const { first, results } = after(commands)
    expect(first.authorizedAmount).toBe(700)
    expect(results[2]?.changes).toMatchObject({
      steps: [],
      entries: [],
      facts: [{ transactionId: 'txn_1', asOf: TEST_NOON + 1 }],
    })
  })

  it('says why in the event of what it undoes', () => {
    const { results } = after([request(), someAdvice({ approved: false })])
    expect(results[1]?.changes.events).toMatchObject([{ data: { reasons: [issuerDeclined('spending_controls')] } }])
  })

  it('is no part of the first answer', () => {
    const declined = after([request(), someAdvice()], blocked).first
    expect(transactionAtAuthorization(declined)).toMatchObject({ status: 'declined', authorizedAmount: 0 })
    expect(transactionAtAuthorization(declined).flags).not.toHaveProperty('standIn')
    expect(transactionAtAuthorization(after([someAdvice()]).first)).toMatchObject({
      status: 'pending',
      flags: { standIn: true },
    })
  })
})

describe('a posting', () => {
  const sweep: EngineCommand = { ...ofIt, kind: 'expire' }

  it.each<Row>([
    [
      'of a capture settles the hold',
      [request(), someCapture({ amount: 900 })],
      { status: 'settled', settledAmount: 900, flags: { forcedCapture: false } },
      900,
      [['transaction.settled', 900]],
    ],
    [
      'of captures that follow each other settles part by part',
      [request(), someCapture({ amount: 300, final: false }), someCapture({ amount: 500 })],
      { status: 'settled', settledAmount: 800 },
      800,
      [['transaction.settled', 800]],
    ],
    [
      'after a reversal settles what was reversed',
      [request(), someAdvice({ amount: 0 }), someCapture()],
      { status: 'settled', settledAmount: 1000, flags: { forcedCapture: true, settlementOverAuthorized: true } },
      1000,
      [
        ['transaction.reversed', 1000],
        ['transaction.settled', 1000],
      ],
    ],
    [
      'after a decline settles what was declined',
      [request(), someCapture()],
      { status: 'settled', decision: 'decline', settledAmount: 1000, flags: { forcedCapture: true } },
      1000,
      [['transaction.settled', 1000]],
      blocked,
    ],
    [
      'after the final capture adds to it',
      [request(), someCapture(), someCapture({ amount: 250 })],
      { status: 'settled', settledAmount: 1250, flags: { forcedCapture: true, settlementOverAuthorized: true } },
      1250,
      [
        ['transaction.settled', 1000],
        ['transaction.settled', 1250],
      ],
    ],
    [
      'of a purchase that nobody has heard of is held and settled',
      [someCapture()],
      {
        type: 'authorization',
        status: 'settled',
        authorizedAmount: 1000,
        settledAmount: 1000,
        flags: { standIn: true },
      },
      1000,
      [['transaction.settled', 1000]],
    ],
    [
      'without a reference is a forced capture',
      [someCapture({ ...noNetworkReference })],
      { type: 'force_capture', status: 'settled', settledAmount: 1000, flags: { forcedCapture: true } },
      1000,
      [
        ['transaction.created', 1000],
        ['transaction.settled', 1000],
      ],
    ],
    [
      'of a credit returns what was captured, and gives no room',
      [request(), someCapture(), someCapture({ moved: 'credit', amount: 400 })],
      { settledAmount: 1000, refundedAmount: 400 },
      1000,
      [
        ['transaction.settled', 1000],
        ['transaction.refunded', 400],
      ],
    ],
    [
      'of a credit that belongs to nothing stands alone',
      [someCapture({ moved: 'credit', ...noNetworkReference })],
      { type: 'credit', status: 'settled', amount: 1000, settledAmount: 0, refundedAmount: 0, counted: [] },
      0,
      [['transaction.refunded', 1000]],
    ],
  ])('%s', (_, commands, expected, spent, events, described) => {
    const found = after(commands, described)
    expect(found.first).toMatchObject(expected)
    expect([found.spent, found.events, found.transactions.length]).toEqual([spent, events, 1])
  })

  it('of a credit larger than what is left is a refund and a credit', () => {
    const { transactions, results, spent } = after([
      request(),
      someCapture(),
      someCapture({ moved: 'credit', amount: 1300 }),
    ])
    expect(transactions).toMatchObject([
      { refundedAmount: 1000 },
      { type: 'credit', amount: 300, networkReference: 'ref' },
    ])
    expect(results[2]?.outcomes).toMatchObject([{ transaction: { id: 'txn_1' }, credit: { type: 'credit' } }])
    expect(spent).toBe(1000)
  })

  it('finds its place after the end of the hold, swept or not', () => {
    const expired = (commands: readonly EngineCommand[]) => {
      const { set, send } = cardNetwork()
      send([request()])
      send([...commands, someCapture()], TEST_NOON + AUTHORIZATION_HOLD_MS + 30 * 24 * HOUR_MS)
      return { ...set.transactions.get('txn_1'), spent: set.spend.get('card_1')?.total }
    }
    const swept = expired([sweep])
    expect(swept).toMatchObject({ status: 'settled', settledAmount: 1000, flags: { forcedCapture: true }, spent: 1000 })
    expect(swept).toEqual(expired([]))
    expect(swept).toEqual(expired([someAdvice({ amount: 5000 })]))
  })

  it('knows the intent of a purchase that came in the same batch', () => {
    const intents = [{ expectedAmount: 1000, tolerancePercent: 0 }]
    const { first } = after([[request(), someCapture({ amount: 1001 })]], { intents })
    expect(first.flags).toMatchObject({ intentMatched: true, settlementOverIntent: true })
  })
})

describe('a fact that comes again', () => {
  it.each([
    ['an advice', [someAdvice()]],
    ['a capture', [someCapture()]],
    ['a credit in two parts', [someCapture(), someCapture({ moved: 'credit', amount: 1200 })]],
  ])('as %s has one effect, in the same batch and later', (_, facts: readonly EngineCommand[]) => {
    const once = after([facts])
    const { door, results } = after([[...facts, ...facts]])
    expect([...door.set.transactions.values()]).toEqual(once.transactions)
    const places = results[0]?.outcomes.map(placesOf)
    expect(places?.slice(facts.length)).toEqual(places?.slice(0, facts.length))
    const again = door.send(facts, TEST_NOON + HOUR_MS)
    expect([again.changes.entries, again.changes.facts, again.changes.events]).toEqual([[], [], []])
  })
})

describe('facts in any order', () => {
  const held = someAdvice({ asOf: TEST_NOON })
  const raised = someAdvice({ amount: 1500, asOf: TEST_NOON + 1 })
  const captured = someCapture({ amount: 1500 })
  const returned = someCapture({ moved: 'credit', amount: 200 })

  it('come to the same spend, each told twice', () => {
    for (const order of permutations([held, raised, captured, returned])) {
      const { transactions, spent } = after([[...order, ...order]])
      const [purchase, ...others] = transactions.toSorted((a, b) => (a.type < b.type ? -1 : 1))
      expect(purchase).toMatchObject({ type: 'authorization', status: 'settled', settledAmount: 1500 })
      const credited = others.reduce((sum, { amount }) => sum + amount, purchase?.refundedAmount ?? 0)
      expect([spent, credited]).toEqual([1500, 200])
    }
  })

  it('make one transaction, whether the hold or its capture is told first', () => {
    const told = [someAdvice(), someCapture()]
    const [one, other] = [told, told.toReversed()].map((order) => after([order]).transactions)
    expect(one).toEqual(other)
  })
})

const placesOf = (outcome: EngineCommandOutcome) =>
  outcome.kind === 'posted' && [outcome.transaction.id, outcome.credit?.id]

function permutations<T>(items: readonly T[]): T[][] {
  return items.length < 2
    ? [[...items]]
    : items.flatMap((item) => permutations(items.filter((each) => each !== item)).map((rest) => [item, ...rest]))
}
