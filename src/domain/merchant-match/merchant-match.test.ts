import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acceptedPairs, oneWayKinds, refusedPairs, type Pair } from '../../../test/merchant-names/pairs.ts'
import { unrecognized } from '../../../test/merchant-names/unrecognized.ts'
import { compileMerchant, compileMerchantList, merchantMatches, isSameMerchant } from './merchant-match.ts'

const byKind = (pairs: readonly Pair[]) => [...Map.groupBy(pairs, ({ kind }) => kind)]
const isSame = (a: string, b: string) => isSameMerchant(compileMerchant(a), compileMerchant(b))
const show = ({ observed, listed }: Pair) => `${observed} | ${listed}`

describe('the labelled set', () => {
  it('has two names on each line, and enough lines', () => {
    expect([...acceptedPairs, ...refusedPairs].filter(({ observed, listed }) => !observed || !listed)).toEqual([])
    expect(acceptedPairs.length).toBeGreaterThan(400)
    expect(refusedPairs.length).toBeGreaterThan(600)
  })

  it.each(byKind(refusedPairs))('refuses all of: %s', (kind, pairs) => {
    const accepts = ({ observed, listed }: Pair) =>
      merchantMatches(observed, listed) ||
      (!oneWayKinds.has(kind) && (merchantMatches(listed, observed) || isSame(observed, listed)))
    expect(pairs.filter(accepts).map(show)).toEqual([])
  })

  it.each(byKind(acceptedPairs))('recognizes all but the known misses of: %s', (_, pairs) => {
    const missed = pairs.filter(({ observed, listed }) => !merchantMatches(observed, listed))
    expect(missed.map(show)).toEqual(pairs.map(show).filter((pair) => unrecognized.has(pair)))
  })
})

describe('any name at all', () => {
  const pieces = fc.constantFrom(
    'SQ *',
    '*',
    '#',
    '#12',
    ' ',
    '.COM',
    '.',
    '/',
    '&',
    "'",
    's',
    'the',
    'Inc',
    'SEATTLE',
    'WA',
    '0042',
    'Apple',
    'AMZN',
  )
  const name = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.array(fc.oneof(pieces, fc.string({ maxLength: 6 })), { maxLength: 12 }).map((parts) => parts.join(' ')),
  )

  it('is compared without an error, and the same both ways', () => {
    fc.assert(fc.property(name, name, (a, b) => isSame(a, b) === isSame(b, a)))
  })

  it('is itself, unless it is nothing but punctuation or too long', () => {
    fc.assert(
      fc.property(name, (a) => {
        const identifies = a.length <= 256 && /[\p{L}\p{N}]/u.test(a)
        if (identifies) expect([isSame(a, a), merchantMatches(a, a)]).toEqual([true, true])
        else if (a.length > 256) expect(merchantMatches(a, a)).toBe(false)
      }),
    )
  })

  it.each([
    [256, true],
    [257, false],
  ])('of %d letters is itself: %s', (length, expected) => {
    expect(merchantMatches('a'.repeat(length), 'a'.repeat(length))).toBe(expected)
  })

  it('is found in a list exactly where it matches a listed name', () => {
    fc.assert(
      fc.property(name, fc.array(name, { maxLength: 8 }), (observed, listed) => {
        const found = compileMerchantList(listed).matches(observed)
        if (found === undefined) expect(listed.filter((entry) => merchantMatches(observed, entry))).toEqual([])
        else expect(merchantMatches(observed, found)).toBe(true)
      }),
    )
  })

  it.each(['a', 'a ', '* ', '1-', 'a.com ', 'new york ', 'e\u0301', '\ud800', "'s ", 'inc '])(
    'of 64 KiB of %j matches nothing',
    (piece) => {
      const observed = piece.repeat(65_536 / piece.length)
      expect(merchantMatches(observed, observed)).toBe(false)
      expect(compileMerchantList(['Apple', observed]).matches(observed)).toBeUndefined()
    },
  )
})

describe('every labelled pair', () => {
  const isPlain = ({ observed }: Pair) => /^[ -~]*$/.test(observed)

  it('is judged the same in capitals and in small letters', () => {
    const judgedOtherwise = [...acceptedPairs, ...refusedPairs]
      .filter(isPlain)
      .filter(
        ({ observed, listed }) =>
          merchantMatches(observed.toUpperCase(), listed) !== merchantMatches(observed.toLowerCase(), listed),
      )
    expect(judgedOtherwise.map(show)).toEqual([])
  })

  it('has no look-alike that is accepted', () => {
    const alike: Readonly<Record<string, string>> = { A: 'А', E: 'Ε', I: '1', O: '0', S: 'Ѕ', T: 'Т' }
    const accepted = [...new Set(acceptedPairs.map(({ listed }) => listed))].flatMap((listed) =>
      Array.from(listed.toUpperCase(), (letter, at) => {
        const other = alike[letter]
        const disguised = listed.toUpperCase().slice(0, at) + (other ?? '') + listed.toUpperCase().slice(at + 1)
        return other !== undefined && merchantMatches(disguised, listed) ? [`${disguised} | ${listed}`] : []
      }).flat(),
    )
    expect(accepted).toEqual([])
  })
})

describe('a list', () => {
  it('answers the name as it is listed, the first where two are one merchant', () => {
    const list = compileMerchantList([
      'Blue Bottle Coffee Roasters',
      'amazon.com',
      'AMZN MKTP',
      'Google',
      'Google Cloud',
    ])
    expect(
      ['AMZN MKTP US*2K4AB1C23', 'SQ *BLUE BOTTLE COFFEE', 'GOOGLE *CLOUD AB12CD', 'GOOGLE *ADS1234567', 'APPLE'].map(
        (name) => list.matches(name),
      ),
    ).toEqual(['amazon.com', 'Blue Bottle Coffee Roasters', 'Google Cloud', 'Google', undefined])
  })

  it('finds a cut name among any others, the first of equal ones', () => {
    const names = ['Zebra', 'California Pizza', 'California Pizza Kitchen', 'Acme', '', 'Golden Palace-New York']
    const again = ['CALIFORNIA PIZZA KITCHEN', 'Golden Palace New York Grill', 'California Pizza Kiosk', 'Yonder']
    const list = compileMerchantList([...names, ...again])
    expect(list.matches('CALIFORNIA PIZZA KITCH')).toBe('California Pizza Kitchen')
    expect(list.matches('GOLDEN PALACE NEW YORK')).toBe('Golden Palace New York Grill')
    expect(list.matches('CALIFORNIA PIZZA KITES')).toBeUndefined()
    expect(list.matches('ZZZZZ ZZZZZ ZZZZZ ZZZZ')).toBeUndefined()
    expect(compileMerchantList([...again, ...names]).matches('CALIFORNIA PIZZA KITCH')).toBe('CALIFORNIA PIZZA KITCHEN')
  })

  it('that is empty has nobody', () => expect(compileMerchantList([]).matches('Apple')).toBeUndefined())
})

describe('two observed names', () => {
  it.each([
    ['STARBUCKS STORE 01234 SEATTLE WA', 'STARBUCKS #998 PORTLAND OR', true],
    ['SQ *BLUE BOTTLE COFFEE #12', 'TST* BLUE BOTTLE COFFEE', true],
    ['JOES PIZZA 0042 NEW YORK NY', 'JOES PIZZA 0077 NEW YORK NY', true],
    ['JOES PIZZA NEW YORK NY', 'JOES PIZZA CHICAGO IL', false],
    ['GOOGLE *CLOUD AB12CD', 'GOOGLE *ADS1234567', false],
    ['CALIFORNIA PIZZA KITCH', 'CALIFORNIA PIZZA KITCHEN 12', true],
    ['THE CHEESECAKE FACTORY', 'THE CHEESECAKE FACTORY OUTLET', false],
    ['BLUE MOUNTAIN CLIMBER', 'BLUE MOUNTAIN CLIMBER ACADEMY', false],
    ['GOOGLE *CLOUD AB12CD', 'GOOGLE', true],
    ['GOOGLE', 'GOOGLE *CLOUD AB12CD', true],
  ])('%s, %s: %s', (a, b, expected) => {
    expect(isSame(a, b)).toBe(expected)
  })
})
