import { describe, expect, it } from 'vitest'
import { agreesWithReplayedValue } from './replayed-value.ts'

describe('a stored record', () => {
  it.each<[what: string, stored: unknown, replayed: unknown]>([
    ['is the same', { a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 }],
    ['lacks a member that is false', { a: 1 }, { a: 1, b: false }],
    ['lacks a member that is null', { a: 1 }, { a: 1, b: null }],
    ['lacks a member that is empty', { a: 1 }, { a: 1, b: [], c: '', d: {} }],
    ['lacks an object of which nothing is set', { a: 1 }, { a: 1, flags: { b: false, c: null } }],
    ['lacks it inside a list', [{ a: 1 }], [{ a: 1, b: false }]],
    ['lacks what was added to reasons', [{ code: 'a' }], [{ code: 'a', nearestShop: 'x' }]],
    ['is absent, as what is replayed', undefined, null],
  ])('agrees where it %s', (_, stored, replayed) => {
    expect(agreesWithReplayedValue(stored, replayed)).toBe(true)
  })

  it.each<[what: string, stored: unknown, replayed: unknown]>([
    ['a member has another value', { a: 1 }, { a: 2 }],
    ['a flag is stored that was not raised', { a: true }, { a: false }],
    ['a flag that both have was raised', { a: false }, { a: true }],
    ['a member that it lacks is true', {}, { a: true }],
    ['a member that it lacks is a number', {}, { a: 0 }],
    ['a member that it lacks is a text', {}, { a: 'x' }],
    ['a list that it lacks has an entry', {}, { a: [false] }],
    ['it has a member that nothing made', { a: false }, {}],
    ['the added member of a reason has another value', { nearestShop: 'y' }, { nearestShop: 'x' }],
    ['a list is longer', [1, 2], [1]],
    ['a list is shorter', [], [false]],
    ['null is stored in place of a value that says nothing', { a: null }, { a: false }],
    ['a list is stored in place of an object', { a: [] }, { a: {} }],
    ['an object is stored in place of a value', { a: {} }, { a: 1 }],
    ['it is absent, and something is replayed', undefined, 1],
  ])('differs where %s', (_, stored, replayed) => {
    expect(agreesWithReplayedValue(stored, replayed)).toBe(false)
  })
})
