import type { DemoAct, DemoCompanyObjects } from './plan/act.ts'

export interface DemoPlayContext {
  readonly acts: readonly DemoAct[]
  readonly world: DemoCompanyObjects
  moveTo(moment: number): Promise<void>
  /** Called after the acts of each moment of the plan, with the number of acts that are done. */
  onProgress(done: number): void
}

/**
 * Plays a demo's plan in the order of time. Acts of one moment under several customers run at once, because no customer's decisions depend
 * on another's; under one customer each act waits for the one before it, except for acts that can run in any order. So the same plan gets
 * the same answers each time.
 */
export async function playDemoActs({ acts, world, moveTo, onProgress }: DemoPlayContext): Promise<void> {
  for (let next = 0; next < acts.length;) {
    const now = actsAt(acts, next)
    const { at } = now[0] as DemoAct
    await moveTo(at)
    const inOrder = Map.groupBy(
      now.filter(({ inAnyOrder }) => !inAnyOrder),
      ({ department }) => department,
    )
    const others = now.filter(({ inAnyOrder }) => inAnyOrder).map((act) => [act])
    await Promise.all([...inOrder.values(), ...others].map((each) => oneByOne(each, world)))
    next += now.length
    onProgress(next)
  }
}

/** The acts of one moment in a plan, from the index `from` on. */
function actsAt(acts: readonly DemoAct[], from: number): DemoAct[] {
  let end = from
  while (end < acts.length && acts[end]?.at === acts[from]?.at) end += 1
  return acts.slice(from, end)
}

async function oneByOne(acts: readonly DemoAct[], world: DemoCompanyObjects): Promise<void> {
  for (const act of acts) await act.run(world)
}
