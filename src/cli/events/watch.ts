import { setTimeout as pause } from 'node:timers/promises'
import type { Event } from '../../contract/events.ts'
import { PurserError } from '../remote/client.ts'
import type { EventFollower } from './follow.ts'
import { printTextToStderr } from '../terminal/print.ts'

const POLL_MS = 1000

/** Calls `take` with every new event, until Ctrl-C. While the node does not answer, the command waits and tries again. */
export async function watchEvents(
  follower: EventFollower,
  take: (event: Event) => Promise<void> | void,
): Promise<void> {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  const { signal } = stopping
  let isFirst = true
  let isAway = false
  while (!signal.aborted) {
    const events = await follower.next().catch((error: unknown) => {
      if (isFirst || !isPassing(error)) throw error
      if (!isAway) printTextToStderr(`The node does not answer: ${(error as Error).message} Waiting for it.`)
      isAway = true
      return null
    })
    if (events !== null) isAway = false
    isFirst = false
    for (const event of events ?? []) if (!signal.aborted) await take(event)
    await pause(POLL_MS, undefined, { signal }).catch(() => undefined)
  }
}

const isPassing = (error: unknown): boolean => error instanceof PurserError && error.retryable
