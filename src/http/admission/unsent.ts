import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { answerStepDeadlinesMs } from '../../lib/traffic/deadlines.ts'

/** How many bytes of replies may wait for the readers of one API key (contract, section 2, Replies). */
export const MAX_UNSENT_REPLY_BYTES = 32 * 1024 * 1024
/**
 * How many bytes of replies may wait for the readers of all keys and people of one account, because an account can create any number of
 * keys.
 */
const MAX_UNSENT_BYTES_OF_ACCOUNT = 4 * MAX_UNSENT_REPLY_BYTES
/** The room in bytes that an API key must have before its request is worked on: more than any reply needs, except a page of a list. */
const LEAST_ROOM_BYTES = 256 * 1024

const LOOK_EVERY_MS = 1000

declare module 'fastify' {
  interface FastifyInstance {
    unsent: UnsentReplies
  }
}

/** The replies whose callers have not received all of their bytes. */
export interface UnsentReplies {
  /**
   * Whether an API key, and its account, may have a reply of `bytes` beside their replies that still wait. Without `bytes`: any reply
   * except a page of a list.
   */
  hasRoom(caller: Caller, bytes?: number): boolean
}

interface Caller {
  readonly id: string
  readonly accountId: string
}

interface Waiting {
  readonly sinceMs: number
  /**
   * The progress of a reply that is a file, which is made while it is sent: how many bytes were sent, and when that number last grew. Null:
   * the reply is no file.
   */
  readonly progress: { bytes: number; atMs: number } | null
  readonly caller: Caller | null
  readonly bytes: number
}

/**
 * Closes the connection of a reply whose reader has not taken it for 30 s: otherwise a client that never reads would keep the reply in
 * memory for as long as it likes. One timer checks all replies. Bytes in the operating system's buffers count as sent.
 */
export function closeUnreadHttpReplies(app: FastifyInstance): void {
  const waiting = new Map<FastifyReply, Waiting>()
  const bytesOf = new Map<string, number>()

  const count = (caller: Caller | null, bytes: number) => {
    for (const id of caller === null ? [] : [caller.id, caller.accountId]) {
      const left = (bytesOf.get(id) ?? 0) + bytes
      if (left > 0) bytesOf.set(id, left)
      else bytesOf.delete(id)
    }
  }
  const release = (reply: FastifyReply) => {
    const one = waiting.get(reply)
    if (one === undefined) return
    waiting.delete(reply)
    count(one.caller, -one.bytes)
  }

  app.decorate('unsent', {
    hasRoom: ({ id, accountId }, bytes = LEAST_ROOM_BYTES) =>
      (bytesOf.get(id) ?? 0) + bytes <= MAX_UNSENT_REPLY_BYTES &&
      (bytesOf.get(accountId) ?? 0) + bytes <= MAX_UNSENT_BYTES_OF_ACCOUNT,
  } satisfies UnsentReplies)
  app.addHook('onSend', (request, reply, payload, done) => {
    const now = performance.now()
    const one = {
      sinceMs: now,
      progress: payload instanceof Readable ? { bytes: 0, atMs: now } : null,
      caller: request.caller?.principal ?? null,
      bytes: sizeOf(payload),
    }
    waiting.set(reply, one)
    count(one.caller, one.bytes)
    reply.raw.once('finish', () => release(reply)).once('close', () => release(reply))
    done(null, payload)
  })

  const look = () => {
    const now = performance.now()
    for (const [reply, one] of waiting) {
      const { socket } = reply.request.raw
      if (isOver(one, socket.bytesWritten, now)) socket.destroy()
      // A reply that waits behind another one on its connection gets no event when that connection closes.
      if (socket.destroyed) release(reply)
    }
  }
  const timer = setInterval(look, LOOK_EVERY_MS).unref()
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer)
    done()
  })
}

/** Whether a reply has waited too long for its reader. A file may take longer than other replies, as long as its reader goes on reading. */
function isOver({ sinceMs, progress }: Waiting, sentBytes: number, now: number): boolean {
  if (progress === null) return now - sinceMs >= answerStepDeadlinesMs.reply
  if (sentBytes > progress.bytes) Object.assign(progress, { bytes: sentBytes, atMs: now })
  return now - progress.atMs >= answerStepDeadlinesMs.reply || now - sinceMs >= answerStepDeadlinesMs.file
}

/** The bytes of a reply that wait in memory. A stream counts as 0: its length is not known, and little of it is in memory. */
function sizeOf(payload: unknown): number {
  if (typeof payload === 'string') return Buffer.byteLength(payload)
  return payload instanceof Uint8Array ? payload.byteLength : 0
}
