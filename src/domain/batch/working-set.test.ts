import { describe, expect, it } from 'vitest'
import { network } from '../../../test/support/network.ts'
import { now } from '../../../test/support/subject.ts'
import { present } from '../../lib/assert.ts'
import { emptySpend, recordApproval } from '../spend-windows.ts'
import { subjectOf } from './working-set.ts'

describe('what a decision is asked about', () => {
  const nothing = emptySpend(now)

  it('has spent nothing where a level has no row, and has no intents and no purchases', () => {
    const { set } = network({ lastAttestedAt: 5 })
    const card = present(set.cards.get('card_1'), 'a card')
    expect(subjectOf(set, card, now)).toEqual({
      customer: set.customers.get('cust_1'),
      agent: set.agents.get('agt_1'),
      card,
      spend: { customer: nothing, agent: nothing, card: nothing },
      intents: [],
      recentPurchases: [],
      lastAttestedAt: 5,
    })
  })

  it('is what each level has spent, without the agent where there is none', () => {
    const spend = recordApproval(nothing, [now, 7])
    const { set } = network({ agent: null, card: { agentId: null }, spend: { customer: spend } })
    const card = present(set.cards.get('card_1'), 'a card')
    expect(subjectOf(set, card, now)).toMatchObject({
      agent: null,
      spend: { customer: spend, agent: null, card: nothing },
    })
  })
})
