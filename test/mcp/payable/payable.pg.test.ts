import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPurser, type TestPurser } from '../../support/processes/start-purser.ts'
import { isReleaseRun, allCasesInThoroughRun } from '../../support/thorough.ts'
import { isCheckedRight, isPaid, isSubscriptionRight, make, originsOf, promisesOf } from './played-world.ts'
import { type World, world } from './worlds.ts'

/**
 * For each sentence that promises a payment, the payment itself is played, in worlds made at random. What says that nothing can be paid is
 * right, too, unless the last try was declined: the shop would have to charge something else than it did.
 */
let service: TestPurser
beforeAll(async () => {
  service = await startPurser()
})
afterAll(() => service.stop())

const WORLDS = allCasesInThoroughRun(isReleaseRun ? 2000 : 600, 150)
const AT_ONCE = 6
const SEED = 20_260_131

interface Found {
  readonly promised: number
  readonly kept: number
  readonly wrong: readonly unknown[]
}

async function comparedIn(made: World): Promise<Found> {
  const life = await make(service, made)
  const { intent } = life
  const wrong: unknown[] = []
  let [promised, kept] = [0, 0]
  const say = (what: unknown) => wrong.push(JSON.stringify({ what, world: made }))
  if (intent === undefined) {
    const right = await isCheckedRight(life, made.order, originsOf(made, made.acts))
    if (right !== null) promised += 1
    if (right === true) kept += 1
    if (right === false) say('check_purchase')
  } else {
    const promises = await promisesOf(life, intent)
    const { notPayable = [] } = await life.agent.intents.get(intent.id)
    const paid = await isPaid(life, await life.agent.intents.get(intent.id))
    const isTried = notPayable.some(({ code }) => code === 'declined_before')
    for (const [who, isPromised] of promises) {
      if (isPromised) promised += 1
      if (isPromised && paid) kept += 1
      if (isPromised !== paid && !(paid && isTried)) say({ who, isPromised, paid, notPayable })
    }
  }
  const subscribed = await isSubscriptionRight(life)
  if (subscribed === false) say('manage_subscription')
  return { promised, kept, wrong }
}

it(`${WORLDS} worlds: whatever is promised is paid`, { timeout: WORLDS * 3000 }, async () => {
  const worlds = fc.sample(world, { numRuns: WORLDS, seed: SEED })
  const found: Found[] = []
  for (let at = 0; at < worlds.length; at += AT_ONCE) {
    found.push(...(await Promise.all(worlds.slice(at, at + AT_ONCE).map(comparedIn))))
  }
  const wrong = found.flatMap((each) => each.wrong)
  const sum = (name: 'promised' | 'kept') => found.reduce((total, each) => total + each[name], 0)
  expect(wrong.slice(0, 5), `${wrong.length} of ${worlds.length} worlds`).toEqual([])
  expect(sum('promised')).toBe(sum('kept'))
  expect(sum('promised')).toBeGreaterThan(WORLDS / 2)
})
