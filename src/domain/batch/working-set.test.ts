import { describe, expect, it } from 'vitest'
import { cardNetwork } from '../../../test/support/records/network.ts'
import { TEST_NOON } from '../../../test/support/records/subject.ts'
import { assertPresent } from '../../lib/assert.ts'
import { recentPurchases } from '../memories/recent-purchases.ts'
import { emptyLevelSpend, recordApproval } from '../spend/spend-windows.ts'
import { spendingSubjectOf, subjectOfCard } from './working-set.ts'

describe('what a decision is asked about', () => {
  it('has spent nothing where a level is missing, and has no intents and no purchases', () => {
    const { set } = cardNetwork({ lastAttestedAt: 5 })
    const card = assertPresent(set.cards.get('card_1'), 'a card')
    expect(subjectOfCard(set, card)).toEqual({
      customer: set.customers.get('cust_1'),
      agent: set.agents.get('agt_1'),
      card,
      spend: { customer: emptyLevelSpend, agent: emptyLevelSpend, card: emptyLevelSpend },
      intents: [],
      memories: new Map([[recentPurchases, []]]),
      lastAttestedAt: 5,
    })
  })

  it('is what each level has spent, without the agent where there is none', () => {
    const spend = recordApproval(emptyLevelSpend, [TEST_NOON, 7])
    const { set } = cardNetwork({ agent: null, card: { agentId: null }, spend: { customer: spend } })
    const card = assertPresent(set.cards.get('card_1'), 'a card')
    expect(subjectOfCard(set, card)).toMatchObject({
      agent: null,
      spend: { customer: spend, agent: null, card: emptyLevelSpend },
    })
  })

  it('is the levels that are named: without a card, nothing of any card', () => {
    const { set } = cardNetwork({
      intents: [{}],
      lastAttestedAt: 5,
      recentPurchases: [{ at: TEST_NOON, amount: 1, merchantName: null }],
    })
    expect(spendingSubjectOf(set, { customerId: 'cust_1', agentId: 'agt_1', cardId: null })).toMatchObject({
      agent: set.agents.get('agt_1'),
      card: null,
      spend: { customer: emptyLevelSpend, agent: emptyLevelSpend, card: null },
      intents: [],
      memories: new Map(),
      lastAttestedAt: null,
    })
    expect(spendingSubjectOf(set, { customerId: 'cust_1', agentId: null, cardId: null })).toMatchObject({
      agent: null,
      spend: { agent: null },
    })
  })
})
