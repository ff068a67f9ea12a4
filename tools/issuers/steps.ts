import { setTimeout as delay } from 'node:timers/promises'

/** One thing that is looked at in a sandbox of an issuer. */
export interface Step {
  readonly name: string
  /** The steps after it show nothing without it. */
  readonly isNeeded?: boolean
  /** What it answers is shown beside it. Rejects where it is not as it should be. */
  run(): Promise<string>
}

/** A step cannot be taken here: why not. */
export class Skipped extends Error {}

/** Takes each step, shows a line of it, and answers whether none has failed. */
export async function takeSteps(steps: readonly Step[], show: (line: string) => void): Promise<boolean> {
  const failed: Step[] = []
  for (const step of steps) {
    const lack = failed.find(({ isNeeded = false }) => isNeeded)
    const startedAt = performance.now()
    const { outcome, note } = await take(step, lack)
    if (outcome === 'FAILED') failed.push(step)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    show(`${outcome.padEnd(7)} ${`${seconds} s`.padStart(7)}  ${step.name}${note === '' ? '' : `: ${note}`}`)
  }
  return failed.length === 0
}

async function take({ run }: Step, lack: Step | undefined) {
  if (lack !== undefined) return { outcome: 'skipped', note: `it needs "${lack.name}"` } as const
  try {
    return { outcome: 'passed', note: await run() } as const
  } catch (error) {
    const outcome = error instanceof Skipped ? 'skipped' : 'FAILED'
    return { outcome, note: (error as Error).message } as const
  }
}

const POLL_MS = 250
const DEADLINE_MS = 60_000

/** Reads until what is read is as it should be. Rejects, saying what was read last, where that takes longer than a minute. */
export async function until<T>(read: () => Promise<T>, isRight: (read: T) => boolean): Promise<T> {
  const deadline = performance.now() + DEADLINE_MS
  for (;;) {
    const found = await read()
    if (isRight(found)) return found
    if (performance.now() > deadline)
      throw new Error(`after ${DEADLINE_MS / 1000} s it is still ${JSON.stringify(found)}`)
    await delay(POLL_MS)
  }
}

/** Rejects where two things that should be the same are not. */
export function assertSame(what: string, found: unknown, expected: unknown): void {
  const [is, shouldBe] = [JSON.stringify(found), JSON.stringify(expected)]
  if (is !== shouldBe) throw new Error(`${what} is ${is} and should be ${shouldBe}`)
}
