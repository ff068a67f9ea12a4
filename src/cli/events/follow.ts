import type { Event, EventType } from '../../contract/events.ts'
import type { Purser } from '../remote/client.ts'

/**
 * How far back each look goes again: an event of another customer, begun earlier, can be committed after a later one was
 * seen. Measured by the events' own times.
 */
const OVERLAP_MS = 10_000

/** Tells new events, the oldest first, each once. */
export interface Follower {
  /** Those since the look before. The first look tells the newest `last` of before. */
  next(): Promise<Event[]>
}

export interface FollowOptions {
  readonly type?: EventType | undefined
  readonly last: number
}

export function followEvents(purser: Purser, { type, last }: FollowOptions): Follower {
  const query = { limit: 100, ...(type === undefined ? {} : { type }) }
  let seen: Map<string, number> | null = null
  return {
    async next() {
      if (seen === null) {
        const { data } = await purser.events.list(query)
        seen = new Map(data.map((event) => [event.id, timeOf(event)]))
        return data.slice(0, last).toReversed()
      }
      const from = Math.max(...seen.values(), 0) - OVERLAP_MS
      const found: Event[] = []
      for await (const event of purser.events.list(query)) {
        if (timeOf(event) < from) break
        if (!seen.has(event.id)) found.push(event)
      }
      for (const event of found) seen.set(event.id, timeOf(event))
      seen = new Map([...seen].filter(([, time]) => time >= from))
      return found.toReversed()
    },
  }
}

const timeOf = ({ createdAt }: Event): number => Date.parse(createdAt)
