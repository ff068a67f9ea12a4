import type pg from 'pg'

const WHEN_STARTED = 'select extract(epoch from pg_postmaster_start_time())::text as started'

/**
 * Tells when connections lead to another server than those before them, or to one that was started since: a standby that was
 * promoted, or a backup that was restored, may not have all that the last one had. Any other connection leads to what is known.
 */
export class ServerWatch {
  readonly #heard: (() => void)[] = []

  onChange(changed: () => void): void {
    this.#heard.push(changed)
  }

  /** Looks where each connection of one pool leads, before it is used. */
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
