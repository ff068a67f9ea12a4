import { describe, expect, it } from 'vitest'
import {
  someAuthorization,
  type DescribedCard,
  someForcedCapture,
  cardNetwork,
} from '../../../test/support/records/network.ts'
import { TEST_NOON } from '../../../test/support/records/subject.ts'
import { DAY_MS } from '../../lib/clock.ts'
import type { EngineCommand } from './commands/commands.ts'

/**
 * The `budget.threshold` events of each command, as `level window threshold spent`. The commands are a second apart, unless a moment is
 * given.
 */
function told(described: DescribedCard, commands: readonly (EngineCommand | [EngineCommand, number])[]): string[][] {
  const { send } = cardNetwork(described)
  return commands.map((each, index) => {
    const [command, at] = Array.isArray(each) ? each : [each, TEST_NOON + index * 1000]
    const { events } = send([command], at).changes
    return events.flatMap(({ type, data }) =>
      type === 'budget.threshold' ? [`${data.level} ${data.window} ${data.threshold} ${data.spent}`] : [],
    )
  })
}
const buy = (amount: number): EngineCommand => someAuthorization({ amount })
const step = (kind: 'increment' | 'reverse', amount: number): EngineCommand => ({
  accountId: 'acct_1',
  transactionId: 'txn_1',
  kind,
  amount,
})

describe('an approval that reaches a threshold of a limit', () => {
  it.each<[string, readonly number[], readonly string[][]]>([
    ['exactly', [800], [['card perDay 80 800']]],
    ['not a cent below', [799], [[]]],
    ['once each', [800, 100, 100], [['card perDay 80 800'], [], ['card perDay 100 1000']]],
    ['both at once', [1000], [['card perDay 80 1000', 'card perDay 100 1000']]],
    ['never where it was declined', [799, 900], [[], []]],
    ['not by a card check', [800, 0], [['card perDay 80 800'], []]],
  ])('%s', (_, amounts, expected) => {
    expect(told({ card: { limits: { perDay: 1000 } } }, amounts.map(buy))).toEqual(expected)
  })

  it('is told for every level, every window and the policy, in the order of the limits', () => {
    const described = {
      customer: { limits: { total: 1000 } },
      agent: { limits: { perWeek: 1000, perAuth: 1000 } },
      card: { policy: { limits: { perMonth: 900 } }, limits: { perDay: 2000 } },
    }
    expect(told(described, [buy(850)])).toEqual([
      ['card perMonth 80 850', 'customer total 80 850', 'agent perWeek 80 850'],
    ])
  })

  it('may be an increment', () => {
    expect(told({ card: { limits: { total: 1000 } } }, [buy(700), step('increment', 300)])).toEqual([
      [],
      ['card total 80 1000', 'card total 100 1000'],
    ])
  })

  it('is told again where spend has fallen below it, by time or by a reversal, and reaches it again', () => {
    const limits = { perDay: 1000 }
    expect(told({ card: { limits } }, [buy(900), [buy(900), TEST_NOON + DAY_MS]])).toEqual([
      ['card perDay 80 900'],
      ['card perDay 80 900'],
    ])
    expect(told({ card: { limits } }, [buy(900), step('reverse', 200), buy(50), buy(100)])).toEqual([
      ['card perDay 80 900'],
      [],
      [],
      ['card perDay 80 850'],
    ])
  })

  it('is not told of a forced capture, which nobody approved', () => {
    const captured = someForcedCapture({ amount: 900 })
    expect(told({ card: { limits: { perDay: 1000 } } }, [captured, buy(100)])).toEqual([[], ['card perDay 100 1000']])
  })

  it('is exact for the largest limits', () => {
    const total = Number.MAX_SAFE_INTEGER
    const most = total - Math.floor(total / 5)
    expect(told({ card: { limits: { total } } }, [buy(most - 1), buy(1)])).toEqual([[], [`card total 80 ${most}`]])
  })

  it('is told with the purchase, of each of a batch in turn', () => {
    const { send } = cardNetwork({ card: { limits: { perDay: 1000 } } })
    const { events, entries } = send([buy(500), buy(400), buy(100)]).changes
    expect(events.map(({ type, sequence }) => [type, sequence])).toEqual([
      ['budget.threshold', 2],
      ['budget.threshold', 3],
    ])
    expect(events[0]?.data).toEqual({
      level: 'card',
      kind: 'cap',
      window: 'perDay',
      threshold: 80,
      limit: 1000,
      spent: 900,
      customerId: 'cust_1',
      agentId: 'agt_1',
      cardId: 'card_1',
      transactionId: entries[1]?.id,
    })
  })
})
