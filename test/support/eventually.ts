import { setTimeout as delay } from 'node:timers/promises'

/** The most milliseconds that a test or hook may take. One that takes longer hangs: even on a busy machine, none takes so long. */
export const TEST_TIMEOUT_MS = 600_000

/**
 * The most milliseconds that a test waits for one condition: less than the whole test may take, so that the failure names the condition.
 */
export const TEST_CONDITION_WAIT_MS = 180_000

const POLL_MS = 20

/** Polls until `condition` holds. Fails at the deadline, and names the condition. */
export async function eventually(
  what: string,
  condition: () => boolean | Promise<boolean>,
  deadlineMs = TEST_CONDITION_WAIT_MS,
): Promise<void> {
  const deadline = Date.now() + deadlineMs
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Did not happen within ${deadlineMs} ms: ${what}`)
    await delay(POLL_MS)
  }
}
