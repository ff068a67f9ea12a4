import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'undici'
import type { ErrorReplyBody } from '../../../src/contract/errors.ts'

export interface Answer {
  readonly status: number
  readonly isReplayed: boolean
  readonly body: Record<string, unknown>
}

const PAUSE_MS = 50
/** A minute's worth: a node that is busy for longer is broken. */
const MOST_TRIES = 1200

/** The network door of one node, as a card network calls it: who is put off asks again, under the same key. */
export interface Door {
  post(path: string, body: object, idempotencyKey?: string): Promise<Answer>
  close(): Promise<void>
}

const isPutOff = (status: number, { error }: Record<string, unknown>): boolean =>
  status === 503 || (status === 409 && (error as ErrorReplyBody['error']).code === 'idempotency_in_progress')

export function openDoor(baseUrl: string, apiKey: string): Door {
  const { origin, pathname } = new URL(baseUrl)
  const pool = new Pool(origin, { connections: 64 })
  const usual = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  return {
    post: async (path, body, idempotencyKey = randomUUID()) => {
      for (let tries = 1; ; tries += 1) {
        const reply = await pool.request({
          method: 'POST',
          path: `${pathname}/network${path}`,
          headers: { ...usual, 'idempotency-key': idempotencyKey },
          body: JSON.stringify(body),
        })
        const answer = (await reply.body.json()) as Record<string, unknown>
        if (!isPutOff(reply.statusCode, answer) || tries === MOST_TRIES) {
          return { status: reply.statusCode, isReplayed: reply.headers['idempotent-replayed'] === 'true', body: answer }
        }
        await delay(PAUSE_MS)
      }
    },
    close: () => pool.close(),
  }
}
