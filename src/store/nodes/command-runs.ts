import type { Selectable } from 'kysely'
import type { Database } from '../connection/database.ts'
import type { Db } from '../connection/db.ts'
import type { CommandRunRow } from '../rows/operation-tables.ts'

/** The last run of a command that works through all data, such as `purser verify`. */
export type CommandRun = Selectable<CommandRunRow>

/** Stores the run of a command that has ended, in place of the command's earlier run. */
export async function recordCommandRun(
  database: Pick<Database, 'transaction'>,
  { command, result, ...run }: CommandRun,
): Promise<void> {
  const changed = { ...run, result: JSON.stringify(result) }
  await database.transaction((tx) =>
    tx
      .insertInto('command_runs')
      .values({ command, ...changed })
      .onConflict((conflict) => conflict.column('command').doUpdateSet(changed))
      .execute(),
  )
}

/** Reads the last run of a command. Null: it has never run on this database. */
export const lastCommandRun = async (db: Db, command: CommandRun['command']): Promise<CommandRun | null> =>
  (await db.selectFrom('command_runs').selectAll().where('command', '=', command).executeTakeFirst()) ?? null
