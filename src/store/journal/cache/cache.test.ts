import { describe, expect, it } from 'vitest'
import { TEST_NOON, cardWithLevels } from '../../../../test/support/records/subject.ts'
import type { Policy } from '../../../contract/policy.ts'
import {
  emptyJournal,
  foldJournalEntryIntoSpend,
  journalHeadOf,
  type JournalEntry,
} from '../../../domain/batch/journal-entry.ts'
import type { LoadedCard } from '../../../domain/loaded-levels.ts'
import { emptyLevelSpend } from '../../../domain/spend/spend-windows.ts'
import { assertPresent } from '../../../lib/assert.ts'
import { JournalCache } from './cache.ts'
import { type CachedCustomer, emptySpendFold } from './cached-customer.ts'

const { customer: nameless, agent, card } = cardWithLevels()
const customer = { ...nameless, name: null, costCenter: null }
const aCard: LoadedCard = { ...assertPresent(card, 'a card'), label: null, costCenter: null, lastAttestedAt: null }
const anAgent = { ...assertPresent(agent, 'an agent'), name: 'Buyer', costCenter: null }
const ROOM = 200_000

/** A journal entry that approves as many cents as its sequence number. */
const entry = (sequence: number, of: Partial<JournalEntry> = {}): JournalEntry => ({
  id: `txn_${sequence}`,
  customerId: 'cust_1',
  agentId: 'agt_1',
  cardId: 'card_1',
  sequence,
  at: TEST_NOON + sequence,
  isApproval: true,
  counted: [[TEST_NOON + sequence, sequence]],
  ...of,
})
const first = entry(1)
const [second, third, fourth] = [entry(2), entry(3), entry(4)]

/** Caches a customer with an empty journal and folds of these levels. */
function begin(cache: JournalCache, id = 'cust_1', levels: readonly string[] = [id]): CachedCustomer {
  const begun = cache.begin(id, emptyJournal)
  for (const level of levels) begun.setFold(level, emptySpendFold)
  return begun
}

const totalOf = (cache: JournalCache, level: string, id = 'cust_1') => cache.get(id)?.fold(level)?.spend.total

describe('committed entries', () => {
  it('are folded into the cached levels alone', () => {
    const cache = new JournalCache()
    const known = begin(cache, 'cust_1', ['cust_1', 'agt_1', 'card_1', 'card_2'])
    cache.append('cust_1', [first, entry(2, { cardId: 'card_2', agentId: null }), entry(3, { cardId: 'card_3' })])
    expect([known.fold('cust_1'), known.fold('card_1')]).toEqual([
      { spend: [first, second, third].reduce(foldJournalEntryIntoSpend, emptyLevelSpend), entries: 3 },
      { spend: foldJournalEntryIntoSpend(emptyLevelSpend, first), entries: 1 },
    ])
    expect(['agt_1', 'card_2', 'card_3'].map((level) => totalOf(cache, level))).toEqual([4, 2, undefined])
    expect(known.head).toEqual(journalHeadOf(third))
  })

  it('move the head and are counted, even where they add no amount', () => {
    const cache = new JournalCache()
    const known = begin(cache)
    const declined = entry(1, { isApproval: false, counted: [] })
    cache.append('cust_1', [declined])
    expect([known.head, known.fold('cust_1')]).toEqual([
      journalHeadOf(declined),
      { spend: emptyLevelSpend, entries: 1 },
    ])
  })

  it('are skipped where they are folded already, because a batch and a reader may bring the same ones', () => {
    const cache = new JournalCache()
    begin(cache)
    cache.append('cust_1', [first, second])
    cache.append('cust_1', [first, second, third])
    cache.append('cust_1', [second])
    expect([totalOf(cache, 'cust_1'), cache.get('cust_1')?.head.sequence]).toEqual([6, 3])
  })

  it('after a gap make the cache forget their customer, and no other', () => {
    const cache = new JournalCache()
    begin(cache)
    begin(cache, 'cust_2')
    cache.append('cust_1', [first, third])
    expect([cache.get('cust_1'), totalOf(cache, 'cust_2', 'cust_2')]).toEqual([undefined, 0])
    cache.append('cust_1', [fourth]) // the customer is not cached any more
    expect(cache.get('cust_1')).toBeUndefined()
  })

  it('do not change a fold that was read before', () => {
    const cache = new JournalCache()
    const taken = begin(cache).fold('cust_1')
    cache.append('cust_1', [first])
    expect(taken).toEqual({ spend: emptyLevelSpend, entries: 0 })
  })
})

describe('a cached customer', () => {
  it('that begins anew from a checkpoint keeps nothing', () => {
    const cache = new JournalCache()
    begin(cache, 'cust_1', ['cust_1', 'card_1']).configure('v1', customer)
    cache.append('cust_1', [first])
    const anew = cache.begin('cust_1', journalHeadOf(third))
    expect(cache.get('cust_1')).toBe(anew)
    expect([anew.head, anew.fold('card_1'), anew.configuration]).toEqual([journalHeadOf(third), undefined, null])
    cache.append('cust_1', [fourth])
    expect(anew.head).toEqual(journalHeadOf(fourth))
  })

  it('is forgotten alone, or with all others', () => {
    const cache = new JournalCache()
    for (const id of ['cust_1', 'cust_2', 'cust_3']) begin(cache, id)
    cache.forget('cust_1')
    expect([cache.get('cust_1'), cache.get('cust_2')?.id]).toEqual([undefined, 'cust_2'])
    cache.forgetAll()
    expect([cache.get('cust_2'), cache.get('cust_3')]).toEqual([undefined, undefined])
  })
})

describe('a configuration', () => {
  const intent = {
    id: 'int_1',
    status: 'pending',
    createdAt: TEST_NOON,
    expiresAt: TEST_NOON + 1,
    purpose: 'A hammer',
  } as const

  it('takes no agents and cards before its version is known', () => {
    const known = begin(new JournalCache())
    known.addAgent(anAgent)
    known.addCard({ state: aCard, intents: [] })
    known.rename('v1')
    expect(known.configuration).toBeNull()
  })

  it('has what was read in its version, and nothing of it in another version', () => {
    const known = begin(new JournalCache())
    known.configure('v1', customer)
    known.addAgent(anAgent)
    known.addCard({ state: aCard, intents: [intent] })
    expect(known.configuration).toEqual({
      version: 'v1',
      customer,
      agents: new Map([['agt_1', anAgent]]),
      cards: new Map([['card_1', { state: aCard, intents: [intent] }]]),
    })
    const suspended = { ...customer, status: 'suspended' as const }
    known.configure('v2', suspended)
    expect(known.configuration).toEqual({ version: 'v2', customer: suspended, agents: new Map(), cards: new Map() })
  })

  it('is renamed to the next version, with what has changed', () => {
    const known = begin(new JournalCache())
    known.configure('v1', customer)
    known.addAgent(anAgent)
    known.addCard({ state: aCard, intents: [intent] })
    const closed = { ...aCard, status: 'closed' as const }
    known.addCard({ state: closed, intents: [] })
    known.rename('v2')
    expect(known.configuration).toMatchObject({ version: 'v2', agents: new Map([['agt_1', anAgent]]) })
    expect(known.configuration?.cards.get('card_1')).toEqual({ state: closed, intents: [] })
  })
})

describe('the size of cached customers', () => {
  const list = (): Policy => ({ blockedMerchants: Array.from({ length: 10 }, (_, n) => `Shop ${n}`) })
  const ids = Array.from({ length: 20 }, (_, n) => `cust_${n}`)
  const kept = (cache: JournalCache) => ids.filter((id) => cache.get(id) !== undefined)

  /** Caches and weighs customers with one card each, with these policies. */
  function fill(cache: JournalCache, policyOf: (n: number) => Policy): void {
    for (const [n, id] of ids.entries()) {
      const known = begin(cache, id)
      known.configure('v1', { ...customer, id })
      known.addCard({ state: { ...aCard, id: `card_${n}`, customerId: id, policy: policyOf(n) }, intents: [] })
      cache.get('cust_0') // stays the one used last
      cache.weigh([id])
    }
  }

  it('makes the cache drop customers that were unused for the longest time', () => {
    const cache = new JournalCache(ROOM)
    fill(cache, list)
    const left = kept(cache)
    expect([left[0], left.at(-1)]).toEqual(['cust_0', 'cust_19'])
    expect(left.slice(1)).toEqual(ids.slice(-(left.length - 1)))
    expect(left.length).toBeGreaterThan(1)
    expect(left.length).toBeLessThan(10)
  })

  it('grows with folds, entries, cards and intents, and shrinks with them', () => {
    const cache = new JournalCache()
    const known = begin(cache)
    const weights = [known.bytes]
    const grows = (change: () => void) => {
      change()
      weights.push(known.bytes)
    }
    grows(() => cache.append('cust_1', [first]))
    grows(() => known.setFold('card_1', emptySpendFold))
    grows(() => known.configure('v1', customer))
    grows(() => known.addCard({ state: aCard, intents: [] }))
    grows(() =>
      known.addCard({
        state: aCard,
        intents: [{ id: 'int_1', status: 'pending', createdAt: TEST_NOON, expiresAt: TEST_NOON + 1, purpose: '' }],
      }),
    )
    expect(weights).toEqual([...new Set(weights)].toSorted((a, b) => a - b))
    known.addCard({ state: aCard, intents: [] })
    expect(known.bytes).toBe(weights[4])
    known.configure('v2', customer)
    expect(known.bytes).toBe(weights[3])
    cache.append('cust_1', [entry(2, { cardId: 'card_2', isApproval: false, counted: [[TEST_NOON + 1, -1]] })])
    expect(known.bytes).toBeLessThanOrEqual(assertPresent(weights[3], 'a weight'))
  })

  it('counts a policy that many cards share once', () => {
    const shared = list()
    const weighed = (policyOf: () => Policy) => {
      const known = begin(new JournalCache())
      known.configure('v1', customer)
      for (const id of ids) known.addCard({ state: { ...aCard, id, policy: policyOf() }, intents: [] })
      return known.bytes
    }
    expect(weighed(() => shared)).toBeLessThan(weighed(list) / 4)
  })

  it('does not count forgotten customers', () => {
    const cache = new JournalCache(ROOM)
    for (let n = 0; n < 10; n += 1) {
      fill(cache, list)
      for (const id of ids) cache.forget(id)
    }
    fill(cache, () => aCard.policy)
    expect(kept(cache)).toEqual(ids)
    cache.forgetAll()
    fill(cache, () => aCard.policy)
    expect(kept(cache)).toEqual(ids)
  })

  it('may exceed the whole cache for one customer, which is then not kept', () => {
    const cache = new JournalCache(500)
    begin(cache)
    cache.weigh(['cust_1', 'cust_unknown'])
    expect(cache.get('cust_1')).toBeUndefined()
  })
})
