import type { Readable } from 'node:stream'
import { ApiError } from '../../contract/errors.ts'
import { serviceUnavailableError } from '../../contract/unavailable.ts'
import type { Clock } from '../../lib/clock.ts'
import { timeOfId } from '../../lib/ids.ts'
import type { Database } from '../../store/connection/database.ts'
import { AccountEventReader, eventsSince, EVENT_QUERY_OVERLAP_MS } from './account-events.ts'
import { EventStream } from './event-stream.ts'
import { NodeWorkTurns } from '../../lib/traffic/turns.ts'

const MOST_OF_CALLER = 10
/**
 * How many event streams a session may have open. A session is one browser, whose tabs share a stream. A browser whose tabs do not share
 * has six connections to a host over HTTP/1.1, of which this leaves two for requests.
 */
const MOST_OF_SESSION = 4
const MOST = 1000
/** How many event streams an account may have open: a fifth of those of the whole node. */
const MOST_OF_ACCOUNT = Math.floor(MOST / 5)
/** How many missed events a reconnected event stream sends at most. */
const MOST_MISSED = 1000
const EVENT_ID = /^evt_[0-9a-hjkmnp-tv-z]{26}$/

/** The caller that opens an event stream: an API key or a person of an account. */
interface Caller {
  readonly id: string
  readonly accountId: string
  readonly person: { readonly sessionId: string } | null
}

/** The event streams of a node's callers. Events are sent soon after they are committed. */
export interface LiveEventStreams {
  /**
   * Opens a stream of server-sent events. Events since `lastEventId` come first. Rejects with `rate_limited` or `queue_full` where
   * too many streams are open.
   */
  open(caller: Caller, lastEventId: string | undefined): Promise<Readable>
  /** How many event streams are open on this node. */
  openCount(): number
  /** Ends every event stream of this node. */
  stop(): void
}

export function createLiveEventStreams({ database, clock }: { database: Database; clock: Clock }): LiveEventStreams {
  const streams = new Set<EventStream>()
  const turns = new NodeWorkTurns({ ofName: MOST_OF_CALLER, ofAccount: MOST_OF_ACCOUNT, inAll: MOST })
  const sessionTurns = new NodeWorkTurns({ ofName: MOST_OF_SESSION })
  /** The readers of new events of the accounts with an open event stream, by account id. */
  const readers = new Map<string, AccountEventReader>()

  const readerOf = (accountId: string): AccountEventReader => {
    let reader = readers.get(accountId)
    if (reader === undefined) {
      reader = new AccountEventReader({ database, accountId, clock, onIdle: () => readers.delete(accountId) })
      readers.set(accountId, reader)
    }
    return reader
  }

  /** Counts a new event stream of the caller, and of the caller's session, if any. Returns a function that counts it no longer. */
  const enter = ({ id, accountId, person }: Caller): (() => void) => {
    const leaveSession =
      person === null ? null : sessionTurns.enter(person.sessionId, { tooMany: tooManyOfSession, noRoom })
    try {
      const leave = turns.enter({ id, accountId }, { tooMany, noRoom })
      return () => {
        leave()
        leaveSession?.()
      }
    } catch (error) {
      leaveSession?.()
      throw error
    }
  }

  const admit = (caller: Caller): EventStream => {
    const leave = enter(caller)
    const stream = new EventStream()
    streams.add(stream)
    stream.once('close', () => {
      streams.delete(stream)
      leave()
    })
    return stream
  }

  return {
    async open(caller, lastEventId) {
      const { accountId } = caller
      const stream = admit(caller)
      try {
        const leave = await readerOf(accountId).join(stream)
        stream.once('close', leave)
        if (lastEventId !== undefined && EVENT_ID.test(lastEventId)) {
          const since = Math.min(timeOfId(lastEventId), clock.now()) - EVENT_QUERY_OVERLAP_MS
          const { upToNow, ahead } = await eventsSince({ database, accountId, clock }, since, MOST_MISSED)
          if (upToNow.length > MOST_MISSED) stream.reset()
          stream.sendEvents([...ahead, ...upToNow.slice(0, MOST_MISSED)].toReversed())
        }
        return stream
      } catch (error) {
        stream.destroy()
        throw error
      }
    },
    openCount: () => streams.size,
    stop: () => {
      for (const stream of streams) stream.endSoon()
    },
  }
}

const noRoom = (): ApiError => serviceUnavailableError('queue_full', { retryAfterSeconds: 5 })

const tooMany = (): ApiError => allOpen('Too many streams are open for this caller, or for its account.')

const tooManyOfSession = (): ApiError => allOpen(`${MOST_OF_SESSION} streams are open for this session.`)

const allOpen = (message: string): ApiError =>
  new ApiError('rate_limited', { message, hint: 'Close one of them, or share one.', retryAfterSeconds: 10 })
