import { describe, expect, it } from 'vitest'
import { somePurchase, TEST_NOON, cardWithLevels } from '../../../test/support/records/subject.ts'
import { MINUTE_MS } from '../../lib/clock.ts'
import { ruleMemories } from '../rules/index.ts'
import { neededRuleMemoryBits, ruleMemoriesOfBits, neededJournalRuleMemories } from '../rules/needed-memories.ts'
import { boughtMerchantsMemory, isFirstPurchase } from './bought-merchants-memory.ts'
import { BoughtMerchantNames } from './bought-merchant-names.ts'
import {
  type AnyRuleMemory,
  packRuleMemories,
  recallRuleMemory,
  recallRuleMemoryOfLevel,
  ruleMemoriesOfLevels,
  addSpendToRuleMemories,
  unpackRuleMemory,
} from './memories.ts'
import { recentPurchases } from './recent-purchases.ts'

/**
 * Members of `decision_inputs` as versions of Purser have stored them, and whether a purchase at Acme Tools was the first one there. Rows
 * are only added: the histories that have them are read for ever.
 */
const stored: Readonly<Record<string, readonly [member: unknown, isFirst: boolean]>> = {
  isFirstPurchase: [true, true],
}

const names = (memory: AnyRuleMemory) => memory.forms.map(({ key }) => key)
const atAcme = somePurchase({ merchant: { name: 'Acme Tools' } })
const bought = (id: string) => ({
  customerId: 'cust_1',
  agentId: null,
  cardId: id,
  merchant: { name: 'Acme Tools' },
  isApproval: true,
  counted: [[TEST_NOON, 700]] as const,
})

describe('what rules remember', () => {
  it('is asked for by policies and shadow policies of any level', () => {
    const asks = { newMerchant: 'approve', duplicateWindowMinutes: 5, maxPerMerchantPerDay: 5 } as const
    const asked = (described: object) => ruleMemoriesOfBits(neededRuleMemoryBits(cardWithLevels(described)))
    expect(asked({})).toEqual([])
    for (const level of ['customer', 'agent', 'card']) {
      expect(asked({ [level]: { policy: asks } }), level).toEqual(ruleMemories)
      expect(asked({ [level]: { shadowPolicy: asks } }), level).toEqual(ruleMemories)
    }
    expect(asked({ card: { policy: { newMerchant: 'off' } } })).toEqual([])
  })

  it('follows an approved purchase on the level that remembers, and there only where it was read', () => {
    const set = new Map<AnyRuleMemory, Map<string, unknown>>([
      [boughtMerchantsMemory, new Map([['cust_1', new BoughtMerchantNames()]])],
      [recentPurchases, new Map([['card_1', []]])],
    ])
    addSpendToRuleMemories(set, bought('card_1'))
    addSpendToRuleMemories(set, bought('card_2'))
    expect(recallRuleMemoryOfLevel(boughtMerchantsMemory, set, 'cust_1')?.has('Acme Tools')).toBe(true)
    expect(recallRuleMemoryOfLevel(recentPurchases, set, 'card_1')).toMatchObject([{ at: TEST_NOON, amount: 700 }])
    expect(recallRuleMemoryOfLevel(recentPurchases, set, 'card_2')).toBeUndefined()
    const seen = ruleMemoriesOfLevels(set, { customerId: 'cust_1', cardId: 'card_2' })
    expect(seen?.has(boughtMerchantsMemory)).toBe(true)
    expect(seen?.has(recentPurchases)).toBe(false)
  })

  it('is a value that stays as it was when it was read', () => {
    const set = new Map<AnyRuleMemory, Map<string, unknown>>([[recentPurchases, new Map([['card_1', []]])]])
    const before = ruleMemoriesOfLevels(set, { customerId: 'cust_1', cardId: 'card_1' })
    addSpendToRuleMemories(set, bought('card_1'))
    expect(recallRuleMemory(recentPurchases, { memories: before })).toEqual([])
  })

  it('looks as far back as the policy or the shadow policy asks', () => {
    const sought = (described: object) =>
      neededJournalRuleMemories(cardWithLevels(described), TEST_NOON).get(recentPurchases)
    const card = { policy: { duplicateWindowMinutes: 5 }, shadowPolicy: { duplicateWindowMinutes: 7 } }
    expect(sought({ card })).toBe(TEST_NOON - 7 * MINUTE_MS)
    expect(sought({ customer: { shadowPolicy: { duplicateWindowMinutes: 3 } } })).toBe(TEST_NOON - 3 * MINUTE_MS)
    expect(sought({ card: { ...card, shadowPolicy: {} } })).toBe(TEST_NOON - 5 * MINUTE_MS)
    expect(sought({})).toBeUndefined()
  })
})

describe('what is stored of it', () => {
  it('has a name of its own in each version, and an example here', () => {
    const keys = ruleMemories.flatMap(names)
    expect(new Set(keys).size).toBe(keys.length)
    expect(Object.keys(stored).toSorted()).toEqual(keys.toSorted())
  })

  it('is in the journal, or is stored', () => {
    for (const memory of ruleMemories) expect(memory.forms.length === 0, memory.name).toBe(memory.journal !== undefined)
  })

  it.each(Object.entries(stored))('is read as it was stored: %s', (key, [member, isFirst]) => {
    const known = unpackRuleMemory(boughtMerchantsMemory, { [key]: member })
    expect(isFirstPurchase({ ...cardWithLevels(), memories: new Map([[boughtMerchantsMemory, known]]) }, atAcme)).toBe(
      isFirst,
    )
  })

  it('decides the same after it was stored and read', () => {
    for (const known of [new BoughtMerchantNames(), new BoughtMerchantNames(['Acme Tools'])]) {
      const then = { ...cardWithLevels(), memories: new Map([[boughtMerchantsMemory, known]]) }
      const again = unpackRuleMemory(boughtMerchantsMemory, packRuleMemories(then, atAcme))
      const later = { ...cardWithLevels(), memories: new Map([[boughtMerchantsMemory, again]]) }
      expect(isFirstPurchase(later, atAcme)).toBe(isFirstPurchase(then, atAcme))
    }
  })

  it('is nothing where nothing was read', () => {
    expect(packRuleMemories(cardWithLevels(), atAcme)).toEqual({})
    expect(isFirstPurchase(cardWithLevels(), atAcme)).toBe(false)
    expect(unpackRuleMemory(recentPurchases, {})).toBeUndefined()
  })
})
