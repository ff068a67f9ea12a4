import { setTimeout as delay } from 'node:timers/promises'

/** In milliseconds. A test or hook that takes longer hangs: on a machine that computes something else meanwhile, it takes less. */
export const TEST_MS = 600_000

/** How long a test waits for one thing, in milliseconds: less than the whole test may take, so that its failure names what did not come. */
export const WAIT_MS = 180_000

const POLL_MS = 20

/** Polls until `condition` holds. Fails at the deadline, and names what was waited for. */
export async function eventually(
  what: string,
  condition: () => boolean | Promise<boolean>,
  deadlineMs = WAIT_MS,
): Promise<void> {
  const deadline = Date.now() + deadlineMs
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Did not happen within ${deadlineMs} ms: ${what}`)
    await delay(POLL_MS)
  }
}
