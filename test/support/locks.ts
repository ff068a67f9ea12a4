import type pg from 'pg'

/** Locks the row of a customer, as another transaction would. Answers how to let go. */
export async function lockCustomer(pool: pg.Pool, customerId: string): Promise<() => Promise<void>> {
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('select 1 from customers where id = $1 for update', [customerId])
  return async () => {
    await holder.query('rollback')
    holder.release()
  }
}

/** How many connections to the database wait for a lock. */
export async function waitingForLocks(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ waiting: number }>(
    "select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  )
  return rows[0]?.waiting ?? 0
}
