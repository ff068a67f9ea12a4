import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CUSTOMER_BUCKETS, bucketOfId } from './buckets.ts'
import { smallestIdMadeAt, type IdPrefix, monotonicIds, timeOfId } from './ids.ts'

const ID = /^[a-z]+_[0-9a-hjkmnp-tv-z]{26}$/
const ms = fc.integer({ min: 0, max: 2 ** 48 })
const bucket = fc.constantFrom(...CUSTOMER_BUCKETS)
const prefix = fc.constantFrom<IdPrefix>('card', 'txn', 'wh')

/** Ids of a clock that shows these times one after the other. */
function idsOver(times: readonly number[]) {
  let asked = 0
  return monotonicIds({ now: () => times[asked++] ?? (times.at(-1) as number) })
}

describe('an id', () => {
  it('names its kind, its moment and its bucket', () => {
    fc.assert(
      fc.property(prefix, ms, bucket, (kind, now, own) => {
        const id = idsOver([now])(kind, own)
        expect(id).toMatch(ID)
        expect(id.startsWith(`${kind}_`)).toBe(true)
        expect([timeOfId(id), bucketOfId(id)]).toEqual([now, own])
        expect(id >= smallestIdMadeAt(kind, now) && id < smallestIdMadeAt(kind, now + 1)).toBe(true)
      }),
    )
  })

  it('is greater than those before it, whatever the clock and their buckets', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 1e12, max: 1e12 + 3 }), bucket), { minLength: 2 }), (made) => {
        const ids = idsOver(made.map(([now]) => now))
        const inOrder = made.map(([, own]) => ids('txn', own))
        expect(new Set(inOrder).size).toBe(inOrder.length)
        expect(inOrder.toSorted()).toEqual(inOrder)
      }),
    )
  })

  it('is in one of the 64 buckets where none is given, and in each in turn', () => {
    const ids = idsOver([1])
    const drawn = new Set(Array.from({ length: 5000 }, () => bucketOfId(ids('wh'))))
    expect(drawn).toEqual(new Set(CUSTOMER_BUCKETS))
  })

  it('counts on where all its random digits are used up', () => {
    const ids = monotonicIds({ now: () => 1 }, (bytes) => bytes.fill(31))
    const [first, second] = [ids('txn', 0), ids('txn', 0)]
    expect(first.slice(-16, -2)).toBe('fzzzzzzzzzzzzz')
    expect(second.slice(-16, -2)).toBe('g0000000000000')
  })
})

describe('an id of a given moment', () => {
  it('leaves the order of the others alone', () => {
    fc.assert(
      fc.property(ms, ms, bucket, (now, other, own) => {
        const ids = idsOver([now])
        const first = ids('txn', own)
        const given = ids.at('txn', other, own)
        const second = ids('txn', own)
        expect([timeOfId(given), bucketOfId(given)]).toEqual([other, own])
        expect(given).toMatch(ID)
        expect(timeOfId(second)).toBe(now)
        expect(second > first).toBe(true)
      }),
    )
  })

  it('is another one each time', () => {
    const ids = idsOver([1])
    expect(new Set(Array.from({ length: 1000 }, () => ids.at('txn', 5, 0))).size).toBe(1000)
  })
})

describe('an id after another', () => {
  it('is of the same kind, moment and bucket, and greater by a step that reaches far', () => {
    fc.assert(
      fc.property(prefix, ms, bucket, (kind, now, own) => {
        const ids = idsOver([now])
        const first = ids(kind, own)
        const next = ids.after(first)
        expect(next).toMatch(ID)
        expect([timeOfId(next), bucketOfId(next), next.split('_')[0]]).toEqual([now, own, kind])
        expect(next > first).toBe(true)
      }),
    )
  })

  it.each([
    ['the least step', 0, '00000000000000', '00000000000001'],
    ['the greatest step, with a carry', 31, 'fzzzzzyzzzzzzz', 'fzzzzzz0zzzzzz'],
  ])('%s', (_what, byte, before, after) => {
    const ids = monotonicIds({ now: () => 1 }, (bytes) => bytes.fill(byte))
    expect(ids.after(`txn_0000000001${before}00`)).toBe(`txn_0000000001${after}00`)
  })

  it('is never two times the same', () => {
    const ids = idsOver([1])
    const first = ids('txn', 0)
    expect(new Set(Array.from({ length: 1000 }, () => ids.after(first))).size).toBe(1000)
  })
})

describe('an id that follows another', () => {
  it('is of the moment that is asked for, and greater where both are of it', () => {
    fc.assert(
      fc.property(ms, ms, bucket, (now, other, own) => {
        const ids = idsOver([now])
        for (const moment of [now, other]) {
          const before = ids.at('txn', moment, own)
          const next = ids.following('evt', { ms: moment, bucket: own, after: before })
          expect(next).toMatch(ID)
          expect([timeOfId(next), bucketOfId(next), next.split('_')[0]]).toEqual([moment, own, 'evt'])
          expect(next.slice(4) > before.slice(4)).toBe(true)
        }
      }),
    )
  })

  it('keeps the order of their making at the moment of the node', () => {
    const ids = idsOver([1])
    const made = [ids('acc', 0), ids.following('txn', { ms: 1, bucket: 0 }), ids('acc', 0)].map((id) => id.slice(4))
    expect(made.toSorted()).toEqual(made)
  })
})
