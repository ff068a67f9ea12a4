import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acceptedPairs, refusedPairs } from '../../../test/merchant-names/pairs.ts'
import { allCasesInThoroughRun } from '../../../test/support/thorough.ts'
import {
  compileMerchant,
  isSoughtMerchantKey,
  recognizedKey,
  isSameMerchant,
  soughtMerchantKeys,
  merchantWhereabouts,
} from './merchant-match.ts'
import { UNKNOWN_MERCHANT_WHEREABOUTS } from './places/whereabouts.ts'

const names = [...new Set([...acceptedPairs, ...refusedPairs].flatMap(({ observed, listed }) => [observed, listed]))]
const places = [
  UNKNOWN_MERCHANT_WHEREABOUTS,
  merchantWhereabouts({ country: 'US' }),
  merchantWhereabouts({ country: 'GB' }),
  merchantWhereabouts({ city: 'Seattle', country: 'US' }),
  merchantWhereabouts({ city: 'St. Pauls', country: 'GB' }),
  merchantWhereabouts({ city: 'Zzyzx' }),
]

/** The names that are the same merchant as `name`, and not among those that are found by its keys. */
const missed = (name: string, others: readonly string[], where = UNKNOWN_MERCHANT_WHEREABOUTS): string[] => {
  const sought = soughtMerchantKeys(name, where)
  const compiled = compileMerchant(name)
  return others.filter(
    (other) =>
      !isSoughtMerchantKey(sought, recognizedKey(other)) && isSameMerchant(compiled, compileMerchant(other), where),
  )
}

describe('the recognized key', () => {
  it.each([
    ['JOES PIZZA 0042 NEW YORK NY', 'joespizza'],
    ['SQ *BLUE BOTTLE COFFEE #12', 'bluebottlecoffee'],
    ['AMZN MKTP US*2K4AB1C23', 'amazon'],
    ['GOOGLE *CLOUD AB12CD', 'google'],
    ['GOOGLE *YOUTUBEPREMIUM', 'google'],
    ['UBER *TRIP HELP.UBER.COM', 'uber'],
    ['APPLE BARBERS', 'applebarbers'],
    // The descriptor names both Eventbrite and PyCon, whose names begin with no letter in common, so its recognized key is empty.
    ['EB *PYCON', ''],
    ['***', ''],
  ])('of %s is %j', (name, key) => expect(recognizedKey(name)).toBe(key))

  it('of a purchase without a name is that of no name', () => {
    expect(recognizedKey(undefined)).toBe(recognizedKey(null))
    expect(isSoughtMerchantKey(soughtMerchantKeys(undefined), recognizedKey(undefined))).toBe(true)
    expect(isSoughtMerchantKey(soughtMerchantKeys('***'), recognizedKey(undefined))).toBe(false)
    expect(isSoughtMerchantKey(soughtMerchantKeys(undefined), recognizedKey('***'))).toBe(false)
  })

  it('is short for most names, and so are the keys under which one is looked for', () => {
    const sizes = names.map((name) => soughtMerchantKeys(name, places[3]).keys.size).toSorted((a, b) => a - b)
    expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThan(20)
    expect(sizes.at(-1)).toBeLessThan(100)
    expect(names.filter((name) => recognizedKey(name) === '').length).toBeLessThan(10)
  })

  /** Recognized keys are stored with purchases. If this test fails, take the next `MERCHANT_KEY_VERSION`, with its migration, and then this hash. */
  it('of every labelled name is that of the version whose keys are stored', () => {
    const hash = createHash('sha256').update(JSON.stringify(names.map((name) => [name, recognizedKey(name)])))
    expect(hash.digest('hex').slice(0, 16)).toBe('f7460c5a46cc4ff5')
  })
})

describe('a name is found under its keys', () => {
  const alike = [
    ...Map.groupBy(names, (name) =>
      name
        .replaceAll(/[^A-Za-z]/g, '')
        .slice(0, 2)
        .toLowerCase(),
    ).values(),
  ]

  it('wherever it is the same merchant as one of the labelled set that begins alike', () => {
    const found = places
      .slice(0, allCasesInThoroughRun(places.length, 2))
      .flatMap((where) => alike.flatMap((group) => group.map((name) => [name, missed(name, group, where)] as const)))
    expect(found.filter(([, others]) => others.length > 0)).toEqual([])
  })

  const withTails = fc
    .tuple(
      fc.constantFrom('', 'SQ *', 'SQ ', 'TST* ', 'EB *', 'PAYPAL *', 'GOOGLE *', 'AMZN MKTP US*', 'WWW.', 'The '),
      fc.constantFrom(...names),
      fc.constantFrom(
        '',
        ' 0042',
        ' #12',
        ' NEW YORK NY',
        ' SEATTLE',
        ' ST PAULS',
        ' ZZYZX',
        ' LTD',
        '.COM',
        ' AND',
        ' STORE 12 LONDON',
      ),
      fc.constantFrom('', ' GB', ' WA', '*2K4AB1C23', ' INC'),
      fc.constantFrom(18, 21, 22, 23, 25, 300, 300, 300),
    )
    .map(([prefix, name, tail, last, width]) => `${prefix}${name}${tail}${last}`.slice(0, width))
  const respelled = fc
    .tuple(
      withTails,
      fc.constantFrom<(name: string) => string>(
        (name) => name,
        (name) => name.replaceAll(' ', ''),
        (name) => name.replace(' ', ''),
        (name) => name.toLowerCase(),
        (name) => name.replaceAll('&', ' and '),
        (name) => name.replace(/(?<=\w{4})(?=\w{3})/, ' '),
      ),
    )
    .map(([name, respell]) => respell(name))

  it.each(['KLAX AND', 'KLAX AND AND INC'])(
    'where an "and" is the end of %s, and a place follows in the other one',
    (name) => {
      const where = { city: ['zzyzx'], country: null }
      expect(isSameMerchant(compileMerchant(name), compileMerchant('KLAX AND ZZYZX WA'), where)).toBe(true)
      expect(missed(name, ['KLAX AND ZZYZX WA'], where)).toEqual([])
    },
  )

  it('however it is written, and wherever it is bought', () => {
    // Each pair is one merchant's name, written in two ways, so that many of the pairs are the same merchant.
    const pair = fc.tuple(fc.constantFrom(...names), respelled, respelled, fc.constantFrom(...places))
    let same = 0
    fc.assert(
      fc.property(pair, ([base, one, other, where]) => {
        const written = [
          base,
          one,
          other,
          one.slice(0, 22),
          `${base} ${one.slice(-8)}`,
          `${base} ZZYZX WA`,
          base.replaceAll(' ', ''),
        ]
        for (const name of written) {
          same += written.filter(
            (each) => each !== name && isSameMerchant(compileMerchant(name), compileMerchant(each), where),
          ).length
          expect(missed(name, written, where)).toEqual([])
        }
      }),
      { numRuns: allCasesInThoroughRun(5000, 300) },
    )
    expect(same).toBeGreaterThan(100)
  })

  it('also where it is any text at all', () => {
    const piece = fc.constantFrom(
      'SQ *',
      '*',
      '#12',
      ' ',
      '.COM',
      '&',
      's',
      'the',
      'and',
      'WA',
      '0042',
      'Apple',
      'AMZN',
      'a',
      'bc',
      'London',
    )
    const any = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.array(piece, { maxLength: 6 }).map((parts) => parts.join(' ')),
    )
    fc.assert(
      fc.property(fc.array(any, { minLength: 2, maxLength: 6 }), fc.constantFrom(...places), (written, where) => {
        for (const name of written) expect(missed(name, written, where)).toEqual([])
      }),
      { numRuns: allCasesInThoroughRun(5000, 300) },
    )
  })
})
