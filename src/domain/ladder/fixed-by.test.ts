import { describe, expect, it } from 'vitest'
import { subjectOf } from '../../../test/model/case.ts'
import { randomCase } from '../../../test/model/cases.ts'
import { seededRandom } from '../../../test/model/random.ts'
import { TEST_NOON, somePurchase, cardWithLevels } from '../../../test/support/records/subject.ts'
import type { ReasonFixedBy } from '../../contract/decisions.ts'
import type { Limits, Policy } from '../../contract/policy.ts'
import { reasonCatalogue } from '../../contract/reasons.ts'
import { decidePurchase } from './decide.ts'
import { emptyLevelSpend, recordApproval } from '../spend/spend-windows.ts'

const CASES = 2000

describe('who makes a reason go away', () => {
  it('time does exactly where there is a moment to wait for and nothing else to do', () => {
    const random = seededRandom(17)
    for (let n = 0; n < CASES; n += 1) {
      const drawn = randomCase(random)
      for (const { code, retryAt, fixedBy } of decidePurchase(subjectOf(drawn), drawn.request).reasons) {
        const mends = reasonCatalogue[code].fixedBy
        expect(`${code} ${fixedBy}`).toBe(`${code} ${mends === 'time' && retryAt === undefined ? 'owner' : mends}`)
      }
    }
  })

  it.each<[ReasonFixedBy, Policy, Limits, number]>([
    ['time', { limits: { perDay: 1000 } }, {}, 1000],
    ['owner', { limits: { perDay: 1000 } }, {}, 1001],
    ['time', {}, { perWeek: 1000 }, 1000],
    ['owner', {}, { perWeek: 1000 }, 1001],
    ['owner', {}, { perAuth: 1000 }, 1001],
    ['owner', {}, { total: 1500 }, 1000],
  ])('%s: %j and caps of %j, asked for %s where 1000 are spent', (fixedBy, policy, limits, amount) => {
    const spent = recordApproval(emptyLevelSpend, [TEST_NOON - 1, 1000])
    const { reasons } = decidePurchase(
      cardWithLevels({ card: { policy, limits }, spend: { card: spent } }),
      somePurchase({ amount }),
    )
    expect(reasons.map((reason) => reason.fixedBy)).toEqual([fixedBy])
  })
})
