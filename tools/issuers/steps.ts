import { setTimeout as delay } from 'node:timers/promises'

/** A step is one check in an issuer's sandbox. */
export interface IssuerSandboxStep {
  readonly name: string
  /** True: if this step in the issuer's sandbox fails, the steps after it are meaningless. */
  readonly isNeeded?: boolean
  /** Runs the sandbox step. Resolves to the text that is printed beside its name. Rejects if the step fails. */
  run(): Promise<string>
}

/** The reason why a step in an issuer's sandbox cannot run in this environment. */
export class SkippedSandboxStep extends Error {}

/** Runs each sandbox step and prints one line about it. Resolves to whether no step has failed. */
export async function runSandboxSteps(
  steps: readonly IssuerSandboxStep[],
  show: (line: string) => void,
): Promise<boolean> {
  const failed: IssuerSandboxStep[] = []
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

async function take({ run }: IssuerSandboxStep, lack: IssuerSandboxStep | undefined) {
  if (lack !== undefined) return { outcome: 'skipped', note: `it needs "${lack.name}"` } as const
  try {
    return { outcome: 'passed', note: await run() } as const
  } catch (error) {
    const outcome = error instanceof SkippedSandboxStep ? 'skipped' : 'FAILED'
    return { outcome, note: (error as Error).message } as const
  }
}

const POLL_MS = 250
const DEADLINE_MS = 60_000

/** Repeats a read until its result is right. Rejects after a minute, with the last result. */
export async function repeatSandboxReadUntil<T>(read: () => Promise<T>, isRight: (read: T) => boolean): Promise<T> {
  const deadline = performance.now() + DEADLINE_MS
  for (;;) {
    const found = await read()
    if (isRight(found)) return found
    if (performance.now() > deadline)
      throw new Error(`after ${DEADLINE_MS / 1000} s it is still ${JSON.stringify(found)}`)
    await delay(POLL_MS)
  }
}

/** Throws if the actual value differs from the expected one. `what` names the value in the error. */
export function assertSame(what: string, actual: unknown, expected: unknown): void {
  const [is, shouldBe] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (is !== shouldBe) throw new Error(`${what} is ${is} and should be ${shouldBe}`)
}
