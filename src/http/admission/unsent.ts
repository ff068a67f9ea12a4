import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { deadlines } from '../../lib/traffic/deadlines.ts'

/** Of one API key: what its readers have asked for and not taken (contract, section 2, Replies). */
export const MAX_UNSENT_BYTES = 32 * 1024 * 1024
/** More than any reply has but a page: with less room a request is refused before anything is done for it. */
const LEAST_ROOM_BYTES = 256 * 1024

const LOOK_EVERY_MS = 1000

declare module 'fastify' {
  interface FastifyInstance {
    unsent: Unsent
  }
}

/** Replies that were sent, and that their readers have not taken whole. */
export interface Unsent {
  /** Whether a key may have a reply of so many bytes beside those that wait; without a number: any but a page. */
  hasRoom(keyId: string, bytes?: number): boolean
}

interface Waiting {
  readonly sinceMs: number
  /** Of a file, which is made while it is sent: what was sent of it, and when that was seen. */
  readonly progress: { bytes: number; atMs: number } | null
  readonly keyId: string | null
  readonly bytes: number
}

/**
 * A reply that nobody takes is kept for 30 s, and then its connection ends: a reader that never reads would have it kept for as
 * long as it likes. One timer looks after all of them. The network's own buffers are not ours: what is in them is sent.
 */
export function endUnread(app: FastifyInstance): void {
  const waiting = new Map<FastifyReply, Waiting>()
  const bytesOf = new Map<string, number>()

  const count = (keyId: string | null, bytes: number) => {
    if (keyId === null) return
    const left = (bytesOf.get(keyId) ?? 0) + bytes
    if (left > 0) bytesOf.set(keyId, left)
    else bytesOf.delete(keyId)
  }
  const release = (reply: FastifyReply) => {
    const one = waiting.get(reply)
    if (one === undefined) return
    waiting.delete(reply)
    count(one.keyId, -one.bytes)
  }

  app.decorate('unsent', {
    hasRoom: (keyId, bytes = LEAST_ROOM_BYTES) => (bytesOf.get(keyId) ?? 0) + bytes <= MAX_UNSENT_BYTES,
  } satisfies Unsent)
  app.addHook('onSend', (request, reply, payload, done) => {
    const now = performance.now()
    const one = {
      sinceMs: now,
      progress: payload instanceof Readable ? { bytes: 0, atMs: now } : null,
      keyId: request.caller?.principal.id ?? null,
      bytes: sizeOf(payload),
    }
    waiting.set(reply, one)
    count(one.keyId, one.bytes)
    reply.raw.once('finish', () => release(reply)).once('close', () => release(reply))
    done(null, payload)
  })

  const look = () => {
    const now = performance.now()
    for (const [reply, one] of waiting) {
      const { socket } = reply.request.raw
      if (isOver(one, socket.bytesWritten, now)) socket.destroy()
      // Behind another reply on its connection, a reply is not told that this has ended.
      if (socket.destroyed) release(reply)
    }
  }
  const timer = setInterval(look, LOOK_EVERY_MS).unref()
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer)
    done()
  })
}

/** A file may take longer than another reply, as long as its reader goes on reading. */
function isOver({ sinceMs, progress }: Waiting, sentBytes: number, now: number): boolean {
  if (progress === null) return now - sinceMs >= deadlines.reply
  if (sentBytes > progress.bytes) Object.assign(progress, { bytes: sentBytes, atMs: now })
  return now - progress.atMs >= deadlines.reply || now - sinceMs >= deadlines.file
}

/** Nothing is known of a stream's length, and little of it is in memory. */
function sizeOf(payload: unknown): number {
  if (typeof payload === 'string') return Buffer.byteLength(payload)
  return payload instanceof Uint8Array ? payload.byteLength : 0
}
