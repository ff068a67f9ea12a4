import { describe, expect, it } from 'vitest'
import { amountChangeText } from '../../../dashboard/src/pages/spend/amount-change-text.ts'
import { spendGroupingOf, spendGroupingsFor } from '../../../dashboard/src/pages/spend/groups.ts'
import { sumOfAmounts, spendRowsByName, spendRowsByTime } from '../../../dashboard/src/pages/spend/rows.ts'
import { spendCsv, spendCsvFileName } from '../../../dashboard/src/pages/spend/spend-csv.ts'

const tally = (count: number, amount: number) => ({ count, amount })
const on = (day: string, amount: number) => ({
  start: `${day}T00:00:00.000Z`,
  approved: tally(1, amount),
  declined: tally(1, 7),
})
const range = { from: '2026-09-28', to: '2026-10-06' }
const compared = { approved: tally(1, 200), declined: tally(0, 0) }

describe('the rows of the Spend page', () => {
  it('are days, weeks or months, the last first, of which those at the ends may be parts', () => {
    const data = [on('2026-09-30', 100), on('2026-10-01', 20), on('2026-10-05', 3)]
    const rows = (group: 'day' | 'week' | 'month') =>
      spendRowsByTime(data, group, { behind: {}, range })
        .filter(({ spent }) => spent !== 0)
        .map(({ name, spent, blocked }) => [name, spent, blocked])
    expect(rows('day')).toEqual([
      ['Oct 5, 2026', 3, 7],
      ['Oct 1, 2026', 20, 7],
      ['Sep 30, 2026', 100, 7],
    ])
    expect(rows('week').map(([, spent, blocked]) => [spent, blocked])).toEqual([
      [3, 7],
      [120, 14],
    ])
    expect(rows('month').map(([, spent]) => spent)).toEqual([23, 100])
    expect(sumOfAmounts(spendRowsByTime(data, 'week', { behind: {}, range })).spent).toBe(123)
  })

  it('lead to exactly the transactions that they sum; all others together to none', () => {
    const rows = spendRowsByName(
      [
        { ...on('2026-09-28', 500), group: 'agt_1', name: 'Buyer', compared },
        { ...on('2026-09-28', 50), group: null, compared },
        { ...on('2026-09-28', 5), group: null, others: true, compared },
      ],
      'agent',
      { behind: { customerId: 'cust_1' }, range },
    )
    expect(rows.map(({ name }) => name)).toEqual(['Buyer', 'Without an agent', 'Other agents'])
    const days = 'createdAfter=2026-09-28T00%3A00%3A00.000Z&createdBefore=2026-10-07T00%3A00%3A00.000Z'
    expect(rows.map(({ purchasesHref }) => purchasesHref)).toEqual([
      `/transactions?customerId=cust_1&agentId=agt_1&summed=approved&${days}`,
      `/transactions?customerId=cust_1&without=agent&summed=approved&${days}`,
      null,
    ])
  })

  it('are what the file has, with the days, their zone and the total', () => {
    const rows = spendRowsByName([{ ...on('2026-09-28', -550), group: 'agt_1', name: '=Buyer', compared }], 'agent', {
      behind: {},
      range,
    })
    const table = {
      group: 'agent' as const,
      currency: 'USD',
      range,
      compared: { from: '2026-09-19', to: '2026-09-27' },
    }
    const total = { ...sumOfAmounts(rows), spent: 550, before: 200 }
    expect(spendCsv({ ...table, rows, total }).split('\r\n')).toEqual([
      'Agent,agent id,"spent USD (2026-09-28 to 2026-10-06, UTC)",share %,"spent before USD (2026-09-19 to 2026-09-27, UTC)","purchases (2026-09-28 to 2026-10-06, UTC)","declined (2026-09-28 to 2026-10-06, UTC)","blocked USD (2026-09-28 to 2026-10-06, UTC)"',
      "'=Buyer,agt_1,-5.5,-100,2.00,1,1,0.07",
      'Total,,5.50,100,2.00,1,1,0.07',
      '',
    ])
    expect(spendCsvFileName(table)).toBe('spend-by-agent-2026-09-28-to-2026-10-06-UTC.csv')
  })

  it('are grouped by what the API keeps', () => {
    expect(spendGroupingsFor({ cardId: 'card_1' })).toEqual(['day', 'week', 'month'])
    expect(spendGroupingsFor({ agentId: 'agt_1' })).toEqual(['card', 'costCenter', 'day', 'week', 'month'])
    expect([
      spendGroupingOf('merchant', {}),
      spendGroupingOf('merchant', { agentId: 'a' }),
      spendGroupingOf('x', {}),
    ]).toEqual(['merchant', 'card', 'agent'])
  })

  it.each([
    [120, 100, '+20%'],
    [80, 100, '-20%'],
    [100, 100, '0%'],
    [5, 0, 'new'],
    [0, 0, '—'],
    [2000, 100, '20×'],
  ])('%i after %i is %s', (now, before, text) => {
    expect(amountChangeText(now, before)).toBe(text)
  })
})
