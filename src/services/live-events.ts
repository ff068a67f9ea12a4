import type { Readable } from 'node:stream'
import { ApiError } from '../contract/errors.ts'
import type { Clock } from '../lib/clock.ts'
import { timeOf } from '../lib/ids.ts'
import type { Database } from '../store/database.ts'
import { eventsSince } from '../store/events.ts'
import { AccountEvents, OVERLAP_MS } from './account-events.ts'
import { EventStream } from './event-stream.ts'
import type { Principal } from './request/context.ts'

/** Of one caller, and of all, on this node. */
const MOST_OF_CALLER = 10
const MOST = 1000
/** Events that a stream that goes on brings of what came meanwhile. */
const MOST_MISSED = 1000
const EVENT_ID = /^evt_[0-9a-hjkmnp-tv-z]{26}$/

/** Events of accounts, told to whoever listens as they are committed. */
export interface LiveEvents {
  /** Text of server-sent events, without an end. `lastEventId`: what came since that event comes first. */
  open(principal: Principal, lastEventId: string | undefined): Promise<Readable>
  /** Ends every stream. */
  stop(): void
}

export function createLiveEvents({ database, clock }: { database: Database; clock: Clock }): LiveEvents {
  const streams = new Map<EventStream, string>()
  /** One reader for each account that anybody listens to. */
  const readers = new Map<string, AccountEvents>()

  const readerOf = (accountId: string): AccountEvents => {
    let reader = readers.get(accountId)
    if (reader === undefined) {
      reader = new AccountEvents({ database, accountId, now: clock.now(), onIdle: () => readers.delete(accountId) })
      readers.set(accountId, reader)
    }
    return reader
  }

  const admit = (callerId: string): EventStream => {
    const own = [...streams.values()].filter((id) => id === callerId).length
    if (own >= MOST_OF_CALLER) throw tooMany(`${MOST_OF_CALLER} streams are open for this caller.`)
    if (streams.size >= MOST) throw new ApiError('unavailable', { retryAfterSeconds: 5 })
    const stream = new EventStream()
    streams.set(stream, callerId)
    stream.once('close', () => streams.delete(stream))
    return stream
  }

  return {
    async open({ id, accountId }, lastEventId) {
      const stream = admit(id)
      try {
        const leave = await readerOf(accountId).join(stream)
        stream.once('close', leave)
        if (lastEventId !== undefined && EVENT_ID.test(lastEventId)) {
          const since = timeOf(lastEventId) - OVERLAP_MS
          const missed = await eventsSince(database.db, accountId, { since, limit: MOST_MISSED })
          if (missed.length > MOST_MISSED) stream.reset()
          stream.tell(missed.slice(0, MOST_MISSED).toReversed())
        }
        return stream
      } catch (error) {
        stream.destroy()
        throw error
      }
    },
    stop: () => {
      for (const stream of streams.keys()) stream.endSoon()
    },
  }
}

const tooMany = (message: string): ApiError =>
  new ApiError('rate_limited', {
    message,
    hint: 'Close one of them, or share one.',
    retryAfterSeconds: 10,
  })
