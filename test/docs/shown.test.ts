import { describe, expect, it } from 'vitest'
import { missing } from './shown.ts'

const ID = 'card_01m82fecse0rd278n3wxb2q204'
const OTHER_ID = 'card_01m82g85eb02zvcafwth6qj02r'

describe('lines that a guide shows', () => {
  it.each([
    ['a\nc', 'a\nb\nc'],
    [`${ID} at 2026-11-22T17:31:18.004Z`, `${OTHER_ID} at 2027-01-01T00:00:00.000Z`],
    ['sk_... in 12 ms', `sk_${'a1'.repeat(20)} in 3 ms`],
    ['... of ... pages', '12 of 13 pages'],
  ])('%j is what %j says', (shown, printed) => {
    expect(missing(shown, printed, false)).toBeNull()
  })

  it.each([
    ['c\na', 'a\nb\nc'],
    ['declined', 'approved'],
    [ID, 'agt_01m82fecse0rd278n3wxb2q204'],
    ['a', 'an'],
  ])('%j is not what %j says', (shown, printed) => {
    expect(missing(shown, printed, false)).toContain('the line')
  })
})

describe('JSON that a guide shows', () => {
  it.each([
    [{ a: 1 }, '{"a":1,"b":2}'],
    [{ a: 2 }, '{"a":1}{"a":2}'],
    [{ list: [{ a: 1 }] }, '{"list":[{"a":1,"b":2}]}'],
    [{ id: ID, hash: '5b1f...', last4: '1234' }, `{"id":"${OTHER_ID}","hash":"${'0a'.repeat(32)}","last4":"8995"}`],
    [{ text: 'a } and a "' }, '{"text":"a } and a \\""} $ '],
  ])('%j is in %s', (shown, printed) => {
    expect(missing(JSON.stringify(shown), printed, true)).toBeNull()
  })

  it.each([
    [{ a: 1 }, '{"a":2}', '$.a'],
    [{ a: 1 }, '{"a":1}{"b":1}', '$.a'],
    [{ a: null }, '{}', '$.a'],
    [{ list: [] }, '{"list":[1]}', '$.list'],
    [{ a: 1 }, 'nothing', 'any JSON'],
  ])('%j is not in %s', (shown, printed, where) => {
    expect(missing(JSON.stringify(shown), printed, true)).toContain(where)
  })
})
