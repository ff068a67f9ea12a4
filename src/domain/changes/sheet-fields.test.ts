import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import type { ResourceSheet } from '../../contract/sheets/row.ts'
import { resourceAnswerMaker, sheetAuditedFields } from './sheet-fields.ts'

const schema = Type.Unknown()
const stated = { schema, shown: 'always', stored: 'text', set: 'never', audited: null, listed: null } as const
const sheet = {
  id: { ...stated, audited: 2 },
  closedAt: { ...stated, stored: 'time', audited: 1 },
  note: { ...stated, shown: 'if-set' },
  metadata: { ...stated, shown: 'filled', stored: 'json' },
  tags: { ...stated, shown: 'if-any', stored: 'json' },
  owner: { ...stated, shown: 'if-set', stored: 'otherwise', audited: 3 },
} as const satisfies ResourceSheet
const state = {
  id: 'card_1',
  closedAt: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
  note: 'n',
  metadata: { a: 'b' },
  tags: ['t'],
}

describe('the answer about a resource', () => {
  const answer = resourceAnswerMaker<typeof sheet, [given: object, owner: string | undefined]>(sheet, {
    owner: (_given, owner) => owner,
  })

  it('has the fields in the order of the sheet, times as text, and others by their functions', () => {
    expect(Object.entries(answer(state, 'ada'))).toEqual([
      ['id', 'card_1'],
      ['closedAt', '2026-01-02T03:04:05.006Z'],
      ['note', 'n'],
      ['metadata', { a: 'b' }],
      ['tags', ['t']],
      ['owner', 'ada'],
    ])
  })

  it.each([
    { what: 'an empty time', given: { ...state, closedAt: null }, field: 'closedAt', value: null },
    { what: 'an empty text that is shown if set', given: { ...state, note: null }, field: 'note', value: undefined },
    {
      what: 'an empty object that is always filled',
      given: { ...state, metadata: null },
      field: 'metadata',
      value: {},
    },
    { what: 'an object without members there', given: { ...state, metadata: {} }, field: 'metadata', value: {} },
    { what: 'a list that is shown if it has any', given: { ...state, tags: [] }, field: 'tags', value: undefined },
    { what: 'no list at all', given: { ...state, tags: null }, field: 'tags', value: undefined },
  ])('shows $what as its row says', ({ given, field, value }) => {
    const answered: Readonly<Record<string, unknown>> = answer(given, 'ada')
    expect(answered[field]).toEqual(value)
    expect(field in answered).toBe(value !== undefined)
  })

  it('leaves a field out that its function does not give', () => {
    expect('owner' in answer(state, undefined)).toBe(false)
  })
})

describe('the audited fields of a resource', () => {
  it('are in the order of their places, times as text, and others by their functions', () => {
    const audited = sheetAuditedFields<typeof sheet, typeof state>(sheet, { owner: ({ id }) => `owner of ${id}` })
    expect(Object.entries(audited(state))).toEqual([
      ['closedAt', '2026-01-02T03:04:05.006Z'],
      ['id', 'card_1'],
      ['owner', 'owner of card_1'],
    ])
  })

  it('may be in another form than in answers', () => {
    const audited = sheetAuditedFields<typeof sheet, typeof state>(sheet, { owner: () => null, id: ({ id }) => [id] })
    expect(audited(state)).toEqual({ closedAt: '2026-01-02T03:04:05.006Z', id: ['card_1'], owner: null })
  })
})
