import { runInOneTurn } from '../support/turns/in-one-turn.ts'
import { parseArgs } from 'node:util'
import type { Exposure } from '../../src/contract/resources/exposure.ts'
import { computeSpendExposure } from '../../src/domain/exposure/exposure.ts'
import { type ExposedWorld, factsOf, randomWorld } from './exposed-world.ts'
import { day } from './history.ts'
import { type Random, seededRandom } from './random.ts'
import { Spree } from './spree.ts'

type Until = Exposure['horizons'][number]['until']

export const ALL_WINDOWS = ['perAuth', 'perDay', 'perWeek', 'perMonth', 'total'] as const
/** When horizons end; for ever is looked at for forty days. */
export const endsOf = (now: number): Record<Until, number> => ({
  day: now + day,
  week: now + 7 * day,
  month: Date.UTC(2026, 11, 1),
  lifetime: now + 40 * day,
})

export const boundOf = (exposure: Exposure, until: Until): number =>
  exposure.horizons.find((horizon) => horizon.until === until)?.most ?? Number.POSITIVE_INFINITY

interface Shortfall {
  readonly until: string
  readonly bound: number
  readonly spent: number
  readonly world: ExposedWorld
}

interface Spent {
  readonly shortfall: Shortfall | undefined
  /** Worlds whose exposure has a bound above 0 in every horizon. */
  readonly bounded: number
  /** Purchases that took a period of a subscription without another approval. */
  readonly renewals: number
}

/** Spends what it can in so many random worlds. The first in which that is more than the exposure said. */
export function spendInWorlds(seed: number, worlds: number): Spent {
  const random = seededRandom(seed)
  let bounded = 0
  let renewals = 0
  for (let n = 0; n < worlds; n += 1) {
    const world = randomWorld(random, { isPlain: random.chance(0.2), windows: ALL_WINDOWS })
    const exposure = runInOneTurn(computeSpendExposure(factsOf(world)))
    const unapproved = unapprovedIn(world, exposure, random)
    renewals += unapproved.renewals
    const shortfall = shortfallIn(world, exposure, random) ?? unapproved.shortfall
    if (shortfall !== undefined) return { shortfall, bounded, renewals }
    if (exposure.horizons.every(({ most }) => most !== null && most > 0)) bounded += 1
  }
  return { shortfall: undefined, bounded, renewals }
}

function shortfallIn(world: ExposedWorld, exposure: Exposure, random: Random): Shortfall | undefined {
  const ends = endsOf(world.now)
  const spree = new Spree(world, { isUnapproved: false })
  const isGenerous = random.chance(0.5)
  spree.giveBack(() => isGenerous || random.chance(0.5))
  spree.spend(random, { until: ends.lifetime, moments: random.between(2, 16) })
  for (const until of Object.keys(ends) as Until[]) {
    const [bound, spent] = [boundOf(exposure, until), spree.spentBefore(ends[until])]
    if (spent > bound) return { until, bound, spent, world }
  }
  return undefined
}

function unapprovedIn(world: ExposedWorld, exposure: Exposure, random: Random): Omit<Spent, 'bounded'> {
  const { day: end } = endsOf(world.now)
  const spree = new Spree(world, { isUnapproved: true })
  spree.giveBack(() => random.chance(0.5))
  spree.spend(random, { until: end, moments: 4 })
  const bound = exposure.unapprovedMost ?? Number.POSITIVE_INFINITY
  const spent = spree.spentBefore(end)
  return {
    shortfall: spent > bound ? { until: 'unapproved', bound, spent, world } : undefined,
    renewals: spree.renewals,
  }
}

/** `node test/model/exposures.ts --worlds 10000` prints the seed; exits 1 with the first world where more can be spent. */
if (import.meta.main) {
  const { values } = parseArgs({ options: { worlds: { type: 'string', default: '10000' }, seed: { type: 'string' } } })
  const seed = Number(values.seed ?? Date.now() % 1_000_000_000)
  const { shortfall, bounded, renewals } = spendInWorlds(seed, Number(values.worlds))
  console.log(
    `seed ${seed}: ${values.worlds} worlds, ${bounded} bounded above 0 in every horizon, ${renewals} renewals`,
  )
  if (shortfall === undefined) console.log('an exposure was never less than what was spent')
  else {
    console.error(JSON.stringify(shortfall, undefined, 2))
    process.exitCode = 1
  }
}
