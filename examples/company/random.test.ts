import { describe, expect, it } from 'vitest'
import { seededRandom } from './random.ts'

const drawn = (seed: number, name: string) => {
  const random = seededRandom(seed, name)
  return Array.from({ length: 1000 }, () => random.next())
}

describe('the random numbers of a story', () => {
  it('are the same for the same seed and name, and others for another', () => {
    expect(drawn(1, 'a')).toEqual(drawn(1, 'a'))
    expect(drawn(1, 'a')).not.toEqual(drawn(1, 'b'))
    expect(drawn(1, 'a')).not.toEqual(drawn(2, 'a'))
  })

  it('are from 0 to 1, and neither high nor low', () => {
    const numbers = drawn(7, 'spread')
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...numbers)).toBeLessThan(1)
    expect(numbers.reduce((sum, each) => sum + each, 0) / numbers.length).toBeCloseTo(0.5, 1)
  })

  it('count as often in the mean as they are told, and stay within what they are asked for', () => {
    const random = seededRandom(1, 'counts')
    const counts = Array.from({ length: 2000 }, () => random.count(1.5))
    expect(counts.reduce((sum, each) => sum + each, 0) / counts.length).toBeCloseTo(1.5, 1)
    const sides = new Set(Array.from({ length: 200 }, () => random.whole(1, 6)))
    expect(sides).toEqual(new Set([1, 2, 3, 4, 5, 6]))
    for (let i = 0; i < 500; i += 1) expect(Math.abs(Math.log(random.factor(0.3)))).toBeLessThanOrEqual(0.6)
  })
})
