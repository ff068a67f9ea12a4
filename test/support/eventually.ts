import { setTimeout as delay } from 'node:timers/promises'

const POLL_MS = 20

/** Polls until `condition` holds. Fails at the deadline, and names what was waited for. */
export async function eventually(
  what: string,
  condition: () => boolean | Promise<boolean>,
  deadlineMs = 60_000,
): Promise<void> {
  const deadline = Date.now() + deadlineMs
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Did not happen within ${deadlineMs} ms: ${what}`)
    await delay(POLL_MS)
  }
}
