import { describe, expect, it } from 'vitest'
import { brandNames } from '../../../../test/merchant-names/brand-names.ts'
import { compileMerchant, compileMerchantList, merchantMatches, isSameMerchant } from '../merchant-match.ts'

/** The tests of this file make hundreds of thousands of comparisons of names, which takes long on a busy machine. */

describe('two brands', () => {
  /** Names that differ from the name of another brand only by a tail that acquirers append: a country, a city or a legal form. */
  const toldApartByTailsOnly = new Set(['Crédit Agricole Italia', 'Riu Paris', 'Aloha Pokē Co'])

  it('are never one: every name of 902 brands against every other', () => {
    const compiled = brandNames.filter((name) => !toldApartByTailsOnly.has(name)).map(compileMerchant)
    const confused = compiled.flatMap((a) =>
      compiled.filter((b) => a !== b && isSameMerchant(a, b)).map((b) => `${a.name} | ${b.name}`),
    )
    expect(confused).toEqual([])
  })

  it('stay apart whatever an acquirer adds', () => {
    const list = compileMerchantList(brandNames)
    const keyOf = (name: string | undefined) => (name === undefined ? undefined : compileMerchant(name).key)
    const confused = brandNames.flatMap((name) =>
      [`${name.toUpperCase()} #1234`, `SQ *${name}`, `${name} SEATTLE WA`, `${name}, Inc.`, `${name}*2K4AB1C23`]
        .map((observed) => ({ observed, found: list.matches(observed) }))
        .filter(({ found }) => found !== undefined && keyOf(found) !== keyOf(name)),
    )
    expect(confused).toEqual([])
  })
})

describe('characters', () => {
  const everyCharacter = [
    ...ranges([0x20, 0xd7ff], [0xe000, 0xffff], [0x1d400, 0x1d7ff], [0x1f100, 0x1f1ff], [0xe0000, 0xe01ef]),
  ]

  it('no character put into a name leaves it the same', () => {
    expect(everyCharacter.filter((character) => merchantMatches(`App${character}le`, 'Apple'))).toEqual([])
  })

  it('no character takes the place of a letter', () => {
    const replaced = 'Amazon'
      .split('')
      .flatMap((letter, at) =>
        everyCharacter
          .filter((character) => character.toLowerCase() !== letter.toLowerCase())
          .map((character) => 'Amazon'.slice(0, at) + character + 'Amazon'.slice(at + 1)),
      )
    expect(replaced.filter((name) => merchantMatches(name, 'Amazon'))).toEqual([])
  })

  it('of an unknown name, only letters that are an e with a mark are read as e', () => {
    const read = everyCharacter.filter(
      (character) => character > '\u007F' && merchantMatches(`Xylo${character}`, 'Xyloe'),
    )
    expect(read.join('')).toBe('ÈÉÊËèéêëĒēĔĕĖėĘęĚěƎƏƐǝȄȅȆȇȨȩɆɇəɛḔḕḖḗḘḙḚḛḜḝẸẹẺẻẼẽẾếỀềỂểỄễỆệ')
  })
})

function* ranges(...bounds: readonly (readonly [number, number])[]): Generator<string> {
  for (const [from, to] of bounds) for (let code = from; code <= to; code += 1) yield String.fromCodePoint(code)
}
