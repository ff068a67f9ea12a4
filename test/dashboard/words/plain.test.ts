import { describe, expect, it } from 'vitest'
import { operations } from '../../../src/contract/operations.ts'
import { apiSentenceParts, apiSentenceText } from '../../../dashboard/src/lib/words/api-sentence.ts'
import { reasonLabel, reasonCodes } from '../../../dashboard/src/lib/words/codes.ts'
import { auditedOperations } from '../../../dashboard/src/lib/words/operations.ts'
import { ruleName } from '../../../dashboard/src/lib/words/rules.ts'
import { describeOperation } from '../../../dashboard/src/lib/change-words.ts'
import { declineCodes } from '../../../src/contract/reasons.ts'
import { ruleLadder } from '../../../src/domain/rules/index.ts'

describe('a sentence of the API for people', () => {
  it('names fields as the forms do, and writes cents as money', () => {
    expect(
      apiSentenceText(
        "Raise `limits.perAuth` of the agent's policy and `maxAmount` of the card's policy to at least 14900.",
        {
          rule: 'limits.perAuth',
        },
      ),
    ).toBe(
      "Raise “Limit per purchase” of the agent's policy and “Largest amount” of the card's policy to at least $149.00.",
    )
    const inYen = { rule: 'limits.perAuth', currency: 'JPY' }
    expect(apiSentenceText("Raise `limits.perAuth` of the card's policy to at least 14900 (¥14,900).", inYen)).toBe(
      "Raise “Limit per purchase” of the card's policy to at least ¥14,900.",
    )
    expect(apiSentenceText("Set `onMissingIntent` of the card's policy to `flag`.")).toBe(
      "Set “Without an intent” of the card's policy to flag.",
    )
  })

  it('writes moments in the zone of the viewer', () => {
    expect(apiSentenceText('The card expired at 2026-11-01T10:00:00.000Z.')).not.toContain('T10')
  })

  it('tells what others wrote apart, and codes that have a name', () => {
    const blocked = { rule: 'blockedMerchants', observed: 'Tesco' }
    expect(apiSentenceParts('The merchant Tesco is blocked.', blocked)).toEqual([
      { kind: 'words', text: 'The merchant ' },
      { kind: 'others', text: 'Tesco' },
      { kind: 'words', text: ' is blocked.' },
    ])
    expect(apiSentenceParts('Add 4816 to `allowedMccs`.', { rule: 'allowedMccs', observed: '4816' })).toEqual([
      { kind: 'words', text: 'Add ' },
      { kind: 'category', text: '4816' },
      { kind: 'words', text: ' to ' },
      { kind: 'words', text: '“Only these categories”' },
      { kind: 'words', text: '.' },
    ])
  })

  it('keeps a name that only the API has as code', () => {
    expect(apiSentenceParts('Send `merchant.mcc`.')[1]).toEqual({ kind: 'code', text: 'merchant.mcc' })
  })
})

describe('the dictionary', () => {
  it('has a name for each rule that a decision asks', () => {
    for (const { names } of ruleLadder) for (const name of names) expect(ruleName(name), name).not.toBe(name)
  })

  it('has words for each reason, in the order of the service', () => {
    expect(reasonCodes).toEqual(declineCodes)
    for (const code of declineCodes) expect(reasonLabel(code)).not.toContain('_')
  })

  /** They change nothing that the trail tells of, or only what it tells by another of their names. */
  const UNTOLD =
    /^(evaluateSpend|backtestPolicy|explainMerchant|advanceTestClock|test\w+|retryDelivery|replayDeliveries|readInvitation|create\w+Options|createNumberSession|(increment|settle|reverse)Authorization|createRefund|createForceCapture|createAdvice|createPosting|createProvider(SignIn|Confirmation)|endProviderSignIn)$/

  it('can look for everything that changes something', () => {
    const known = new Set(auditedOperations.map(({ name }) => name))
    const changing = Object.entries(operations).filter(([name, { method }]) => method !== 'GET' && !UNTOLD.test(name))
    expect(changing.map(([name]) => name).filter((name) => !known.has(name))).toEqual([])
  })

  it('says each of them as a verb of the past', () => {
    for (const { name } of auditedOperations)
      expect(describeOperation(name), name).toMatch(/^(\w+ed|made|froze|unfroze|read|let|put|took|set|reset|did)\b/)
  })
})
