import { describe, expect, it } from 'vitest'
import { exposureSentence } from '../../../dashboard/src/pages/resource/exposure-sentence.ts'

const exposure = (most: number | null, unapprovedMost: number | null = most) => ({
  horizons: (['day', 'week', 'month', 'lifetime'] as const).map((until) => ({ until, most })),
  unapprovedMost,
})
const window = {
  kind: 'cap',
  level: 'card',
  window: 'total',
  limit: 15_000,
  spent: 15_000,
  held: 0,
  remaining: 0,
} as const
const budget = (more: object) => ({ available: 0, windows: [], rules: [], ...more })

describe('what could still be approved, in one sentence', () => {
  it('says how much, until when, and how much of it without a person', () => {
    expect(exposureSentence('card', exposure(124_000, 24_000))).toBe(
      'Until midnight UTC, at most $1,240.00 can be spent, $240.00 of it without a person.',
    )
  })

  it('names the limit that is used up, which midnight does not give back', () => {
    expect(exposureSentence('card', exposure(0), budget({ windows: [window] }))).toBe(
      'Nothing can be spent. Used up: $150.00 of $150.00 in total, set by the card.',
    )
  })

  it('names the status that is in the way', () => {
    expect(exposureSentence('card', exposure(0), budget({ rules: ['The card is frozen.'] }))).toBe(
      'Nothing can be spent: this card is frozen.',
    )
  })

  it('names what stands above as such', () => {
    expect(exposureSentence('card', exposure(0), budget({ rules: ['The agent is paused.'] }))).toBe(
      'Nothing can be spent: its agent is paused.',
    )
  })

  it('says of an agent that it has no card, though nothing is limited', () => {
    expect(exposureSentence('agent', exposure(0), budget({ available: null }))).toBe(
      'Nothing can be spent: this agent has no active card with anything left.',
    )
  })

  it('does not take what each card may spend for a limit of all cards', () => {
    const each = { ...window, kind: 'policy', level: 'agent' } as const
    expect(exposureSentence('agent', exposure(0), budget({ available: null, windows: [each] }))).toContain(
      'no active card',
    )
  })
})
