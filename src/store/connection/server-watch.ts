import type pg from 'pg'

const WHEN_STARTED = 'select extract(epoch from pg_postmaster_start_time())::text as started'

/**
 * Reports when connections lead to another server than before, or to one that was restarted since: a promoted standby or a restored
 * backup may lack rows that the server before had.
 */
export class DatabaseServerWatch {
  readonly #heard: (() => void)[] = []

  onChange(changed: () => void): void {
    this.#heard.push(changed)
  }

  /**
   * Makes a function that must be called with each new connection of one pool, before that connection is used. It notices a connection to
   * another server.
   */
  ofPool(): (client: pg.ClientBase) => Promise<void> {
    let known: string | undefined
    return async (client) => {
      const { rows } = await client.query<{ started: string }>(WHEN_STARTED)
      const started = rows[0]?.started
      if (started === known) return
      known = started
      for (const changed of this.#heard) changed()
    }
  }
}
