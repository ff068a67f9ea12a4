import { runInOneTurn } from '../support/turns/in-one-turn.ts'
import { describe, expect, it } from 'vitest'
import { computeSpendExposure } from '../../src/domain/exposure/exposure.ts'
import { factsOf, randomWorld, type Wishes } from './exposed-world.ts'
import { ALL_WINDOWS, boundOf, endsOf, spendInWorlds } from './exposures.ts'
import { seededRandom } from './random.ts'
import { allCasesInThoroughRun } from '../support/thorough.ts'
import { Spree } from './spree.ts'

const WORLDS = allCasesInThoroughRun(2000, 300)
const PLAIN_WORLDS = allCasesInThoroughRun(500, 100)

describe('an exposure', () => {
  it(`is never less than what greedy spending comes to, in ${WORLDS} random worlds`, () => {
    const { shortfall, bounded, renewals } = spendInWorlds(20_261_123, WORLDS)
    expect(shortfall).toBeUndefined()
    expect(bounded).toBeGreaterThan(WORLDS / 20)
    expect(renewals).toBeGreaterThan(WORLDS / 20)
  })

  /** All of it is bought at the last moment, when all has left the windows that will. */
  it.each<['day' | 'week' | 'month' | 'lifetime', Wishes['windows']]>([
    ['day', ALL_WINDOWS],
    ['week', ['perAuth', 'perWeek', 'perMonth', 'total']],
    ['month', ['perAuth', 'perMonth', 'total']],
    ['lifetime', ['perAuth', 'total']],
  ])('is what can be bought until the end of %s where only caps and limits of cards are set', (until, windows) => {
    const random = seededRandom(7)
    let compared = 0
    for (let n = 0; n < PLAIN_WORLDS; n += 1) {
      const world = randomWorld(random, { isPlain: true, windows })
      const bound = boundOf(runInOneTurn(computeSpendExposure(factsOf(world))), until)
      if (bound === Number.POSITIVE_INFINITY) continue
      const spree = new Spree(world, { isUnapproved: false })
      spree.giveBack(() => true)
      const end = endsOf(world.now)[until]
      spree.buyAt(end - 1, random, 100)
      expect({ world, spent: spree.spentBefore(end) }).toEqual({ world, spent: bound })
      compared += 1
    }
    expect(compared).toBeGreaterThan(PLAIN_WORLDS / 5)
  })
})
