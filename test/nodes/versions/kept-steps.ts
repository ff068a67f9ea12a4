import type { Database } from '../../../src/store/connection/database.ts'

/** The kinds of steps that every past has to have, so that none is left out of an upgrade. */
export const everyKind = ['advise', 'capture', 'expire', 'increment', 'refund', 'reverse', 'settle']

/** The kinds of steps that a database has. */
export async function kindsOfSteps({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ kind: string }>('select distinct kind from transaction_steps order by 1')
  return rows.map(({ kind }) => kind)
}
