import { expect, it } from 'vitest'
import { acceptedPairs, refusedPairs } from '../../../test/merchant-names/pairs.ts'
import {
  MerchantCandidates,
  compileMerchant,
  isListedMerchant,
  UNKNOWN_WHEREABOUTS,
  merchantWhereabouts,
} from './merchant-match.ts'

const names = [...new Set([...acceptedPairs, ...refusedPairs].flatMap(({ observed, listed }) => [observed, listed]))]
const compiled = names.map((name) => compileMerchant(name))
const candidates = new MerchantCandidates(compiled)
const places = [UNKNOWN_WHEREABOUTS, merchantWhereabouts({ city: 'Seattle', country: 'US' })]

it('a listed name that is the observed one is a candidate, among all labelled names and their beginnings', () => {
  const missed: string[] = []
  let found = 0
  for (const name of names.filter((_, n) => n % 7 === 0)) {
    for (const observed of [name, name.slice(0, 22)].map((each) => compileMerchant(each))) {
      for (const where of places) {
        const mayBe = candidates.of(observed, where)
        for (const listed of compiled) {
          if (!isListedMerchant(observed, listed, where)) continue
          found += 1
          if (!mayBe.has(listed)) missed.push(`${observed.name} | ${listed.name}`)
        }
      }
    }
  }
  expect(missed).toEqual([])
  expect(found).toBeGreaterThan(100)
})

it('of every labelled pair that is recognized, the listed name is a candidate for the observed one', () => {
  const recognized = acceptedPairs
    .map(({ observed, listed }) => [compileMerchant(observed), compileMerchant(listed)] as const)
    .filter(([observed, listed]) => isListedMerchant(observed, listed))
  expect(recognized.length).toBeGreaterThan(acceptedPairs.length * 0.9)
  expect(recognized.filter(([observed, listed]) => !new MerchantCandidates([listed]).of(observed).has(listed))).toEqual(
    [],
  )
})

it('of all labelled names, few are candidates for one of them, unless they are of one brand', () => {
  const counts = compiled.map((observed) => candidates.of(observed).size).toSorted((a, b) => a - b)
  expect(counts[Math.floor(counts.length * 0.75)]).toBeLessThan(names.length / 50)
})
