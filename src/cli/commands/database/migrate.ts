import { withBorrowedDatabase } from '../../../app/administration/borrowed-database.ts'
import { createLogger } from '../../../app/telemetry/logger.ts'
import type { Command } from '../../command.ts'
import { show } from '../../terminal/show.ts'

export const migrate: Command = {
  summary: 'Bring the database up to date and end. purser start does the same first.',
  usage: 'purser migrate',
  examples: ['purser migrate'],

  run: ({ json, settings }) =>
    withBorrowedDatabase(settings, createLogger(settings.logLevel), async (_database, migrated) =>
      show({ json }, { migrated }, () => [
        migrated.length === 0 ? 'The database is up to date.' : `Migrated: ${migrated.join(', ')}`,
      ]),
    ),
}
