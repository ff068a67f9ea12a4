import { withBorrowedDatabase } from '../../app/borrowed-database.ts'
import { createLogger } from '../../app/logger.ts'
import type { Command } from '../command.ts'

export const migrate: Command = {
  summary: 'Bring the database up to date and end. purser start does the same first.',
  usage: 'purser migrate',

  run: ({ settings }) =>
    withBorrowedDatabase(settings, createLogger(settings.logLevel), async (_database, migrated) =>
      console.log(migrated.length === 0 ? 'The database is up to date.' : `Migrated: ${migrated.join(', ')}`),
    ),
}
