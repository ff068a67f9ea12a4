import type { Event, EventType } from '../../contract/events.ts'
import { type Clock, systemClock } from '../../lib/clock.ts'
import type { Purser } from '../remote/client.ts'

/**
 * How many milliseconds before the newest event that was seen each query for new events begins. An event of one customer can be committed
 * after a later event of another customer was seen.
 */
const OVERLAP_MS = 10_000
/** How many events with a time in the future one query reads at most: all events of a customer may have the same time. */
const MOST_AHEAD = 1000

/** Finds the new events of an account, the oldest first, each once. */
export interface EventFollower {
  /** The events since the previous call. The first call returns the newest `last` events instead. */
  next(): Promise<Event[]>
}

export interface FollowEventsOptions {
  readonly type?: EventType | undefined
  readonly last: number
  readonly clock?: Clock
}

/**
 * Makes a follower. The newest event may be in the future, because a test clock or a wrong clock was ahead. New events of other customers
 * then have times before that event, and new events of its customer have times after it. So each query reads both up to the present, by
 * this machine's clock, and beyond it.
 */
export function followEvents(purser: Purser, { type, last, clock = systemClock }: FollowEventsOptions): EventFollower {
  const query = { limit: 100, ...(type === undefined ? {} : { type }) }
  const startedAt = clock.now()
  let seen: Map<string, number> | null = null

  const upTo = (moment: number) => ({ ...query, to: new Date(moment).toISOString() })
  const first = async () => {
    const { data } = await purser.events.list(query)
    const isAhead = latest(data.map(timeOf)) > startedAt + OVERLAP_MS
    const present = isAhead ? (await purser.events.list(upTo(startedAt + OVERLAP_MS))).data : []
    seen = new Map([...data, ...present].map((event) => [event.id, timeOf(event)]))
    return data.slice(0, last).toReversed()
  }
  const newSince = async (listed: AsyncIterable<Event>, from: number, known: ReadonlyMap<string, number>) => {
    const found: Event[] = []
    let looked = 0
    for await (const event of listed) {
      if (timeOf(event) < from || (timeOf(event) > clock.now() + OVERLAP_MS && looked === MOST_AHEAD)) break
      looked += 1
      if (!known.has(event.id)) found.push(event)
    }
    return found
  }
  return {
    async next() {
      if (seen === null) return first()
      const soon = clock.now() + OVERLAP_MS
      const times = [...seen.values()]
      const newestFrom = latest(times) - OVERLAP_MS
      const presentFrom = Math.max(startedAt, latest(times.filter((time) => time <= soon))) - OVERLAP_MS
      const known = seen
      const newest = await newSince(purser.events.list(query), newestFrom, known)
      const isAhead = Math.max(latest(times), latest(newest.map(timeOf))) > soon
      const present = isAhead ? await newSince(purser.events.list(upTo(soon)), presentFrom, known) : []
      const found = [...new Map([...newest, ...present].map((event) => [event.id, event])).values()]
      for (const event of found) known.set(event.id, timeOf(event))
      const isKept = (time: number) => time >= newestFrom || (time >= presentFrom && time <= soon)
      seen = new Map([...known].filter(([, time]) => isKept(time)))
      return found.toReversed()
    },
  }
}

const timeOf = ({ createdAt }: Event): number => Date.parse(createdAt)
const latest = (times: readonly number[]): number => Math.max(...times, 0)
