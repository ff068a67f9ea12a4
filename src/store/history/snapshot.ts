import type pg from 'pg'

/** The database as it stood at one moment, whatever is written meanwhile. Reads only. */
export interface Snapshot {
  rows<T extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<T[]>
}

/** Takes as long as it takes: no deadline of the service's statements holds here. */
const BEGIN = [
  'begin isolation level repeatable read, read only',
  'set local statement_timeout = 0',
  'set local idle_in_transaction_session_timeout = 0',
]

export async function atOneMoment<T>(pool: pg.Pool, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    for (const statement of BEGIN) await client.query(statement)
    const result = await work({
      rows: async <R extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) =>
        (await client.query<R>(text, [...values])).rows,
    })
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}

const PAGE = 1000

/**
 * The rows of an ordered query, page by page. The server sorts, on its disk where the memory does not do: ask for narrow
 * rows, and read the wide ones by their ids. `name` is the cursor's, unique within the snapshot.
 */
export async function* pagesOf<T extends pg.QueryResultRow>(
  snapshot: Snapshot,
  name: string,
  [text, values]: readonly [text: string, values: readonly unknown[]],
): AsyncGenerator<T[]> {
  await snapshot.rows(`declare ${name} cursor for ${text}`, values)
  for (;;) {
    const page = await snapshot.rows<T>(`fetch ${PAGE} from ${name}`)
    if (page.length > 0) yield page
    if (page.length < PAGE) return
  }
}
