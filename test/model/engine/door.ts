import { Pool } from 'undici'

export interface Answer {
  readonly status: number
  readonly isReplayed: boolean
  readonly body: Record<string, unknown>
}

/** The network door of one node, as a card network calls it. */
export interface Door {
  post(path: string, body: object, idempotencyKey?: string): Promise<Answer>
  close(): Promise<void>
}

export function openDoor(baseUrl: string, apiKey: string): Door {
  const { origin, pathname } = new URL(baseUrl)
  const pool = new Pool(origin, { connections: 64 })
  const usual = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  return {
    post: async (path, body, idempotencyKey) => {
      const reply = await pool.request({
        method: 'POST',
        path: `${pathname}/network${path}`,
        headers: idempotencyKey === undefined ? usual : { ...usual, 'idempotency-key': idempotencyKey },
        body: JSON.stringify(body),
      })
      return {
        status: reply.statusCode,
        isReplayed: reply.headers['idempotent-replayed'] === 'true',
        body: (await reply.body.json()) as Record<string, unknown>,
      }
    },
    close: () => pool.close(),
  }
}
