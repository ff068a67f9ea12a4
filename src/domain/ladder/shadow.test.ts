import { describe, expect, it } from 'vitest'
import { subjectOf } from '../../../test/model/case.ts'
import { randomCase } from '../../../test/model/cases.ts'
import { seededRandom } from '../../../test/model/random.ts'
import { somePurchase, cardWithLevels } from '../../../test/support/records/subject.ts'
import { allCasesInThoroughRun } from '../../../test/support/thorough.ts'
import { decidePurchase } from './decide.ts'
import { hasShadowPolicy, type SpendingSubject } from '../entities.ts'
import { shadowVerdict } from './shadow.ts'

const verdictOf = (asked: SpendingSubject, request = somePurchase()) =>
  shadowVerdict(asked, request, decidePurchase(asked, request))

describe('a shadow policy', () => {
  it('decides beside the policy of its level, as if it stood in its place', () => {
    const policy = { maxAmount: 500, blockedMccs: ['7995'] }
    const shadowed = cardWithLevels({ card: { policy, shadowPolicy: { maxAmount: 2000 } } })
    expect(decidePurchase(shadowed, somePurchase()).decision).toBe('decline')
    expect(verdictOf(shadowed)).toEqual({ decision: 'approve', reasons: [] })
    const lower = cardWithLevels({ card: { policy: {}, shadowPolicy: policy } })
    expect(decidePurchase(lower, somePurchase()).decision).toBe('approve')
    expect(verdictOf(lower)).toMatchObject({
      decision: 'decline',
      reasons: [{ code: 'per_auth_exceeded', limit: 500 }],
    })
  })

  it('leaves all else as it is: caps, statuses and the other levels', () => {
    const capped = cardWithLevels({ customer: { limits: { perAuth: 500 }, shadowPolicy: { cooldownMinutes: 1 } } })
    expect(verdictOf(capped).reasons).toMatchObject([{ code: 'limit_exceeded', level: 'customer' }])
    const above = { policy: { maxAmount: 500 } }
    expect(verdictOf(cardWithLevels({ customer: above, card: { shadowPolicy: {} } })).decision).toBe('decline')
    expect(verdictOf(cardWithLevels({ agent: { status: 'paused', shadowPolicy: {} } })).reasons).toMatchObject([
      { code: 'agent_not_active' },
    ])
  })

  it('is not asked where there is none', () => {
    expect(hasShadowPolicy(cardWithLevels())).toBe(false)
    for (const level of ['customer', 'agent', 'card'])
      expect(hasShadowPolicy(cardWithLevels({ [level]: { shadowPolicy: {} } })), level).toBe(true)
  })

  it('asks only rules that differ, and finds what all of them would, in random cases', () => {
    const cases = allCasesInThoroughRun(5000, 500)
    let differing = 0
    for (let seed = 1; seed <= cases; seed += 1) {
      const one = randomCase(seededRandom(seed))
      const other = randomCase(seededRandom(seed + 1_000_000))
      const asked = subjectOf(one)
      const shadowed: SpendingSubject = {
        ...asked,
        customer: { ...asked.customer, shadowPolicy: other.customer.policy },
        card: asked.card && other.card && { ...asked.card, shadowPolicy: other.card.policy },
      }
      const inPlace: SpendingSubject = {
        ...asked,
        customer: { ...asked.customer, policy: other.customer.policy },
        card: asked.card && { ...asked.card, policy: other.card?.policy ?? asked.card.policy },
      }
      if (asked.card && !other.card) continue
      const should = decidePurchase(inPlace, one.request)
      const real = decidePurchase(shadowed, one.request)
      const found = shadowVerdict(shadowed, one.request, real)
      expect([seed, found?.decision, sorted(found?.reasons)]).toEqual([seed, should.decision, sorted(should.reasons)])
      if (real.decision !== should.decision) differing += 1
    }
    expect(differing).toBeGreaterThan((cases * 3) / 50)
  })
})

const sorted = (reasons: readonly { message: string }[] = []): string[] =>
  reasons.map((reason) => JSON.stringify(reason)).toSorted()
