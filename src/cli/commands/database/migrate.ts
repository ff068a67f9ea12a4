import { withBorrowedDatabase } from '../../../app/administration/borrowed-database.ts'
import { limitServiceRole } from '../../../app/administration/limit-service.ts'
import { createLogger } from '../../../app/telemetry/logger.ts'
import type { Command } from '../../command.ts'
import { show } from '../../terminal/show.ts'

export const migrate: Command = {
  summary: 'Bring the database up to date and end. purser start does the same first.',
  usage: 'purser migrate',
  details: `Where PURSER_MIGRATION_DATABASE_URL names the owner of the tables, it ends by taking from the role of DATABASE_URL what the service
never does: update and delete on the audit trail and the journal. With PURSER_AUDIT_DAYS delete on the trail stays.`,
  examples: ['purser migrate'],

  run({ json, settings }) {
    const logger = createLogger(settings.logLevel)
    return withBorrowedDatabase(settings, logger, async (_database, { names: migrated, store }) => {
      const limited = await limitServiceRole(store, settings, logger)
      const taken = limited?.taken ?? []
      show({ json }, { migrated, taken }, () => [
        migrated.length === 0 ? 'The database is up to date.' : `Migrated: ${migrated.join(', ')}`,
        ...(taken.length === 0 ? [] : [`Taken from ${limited?.role}, which never does it: ${taken.join(', ')}`]),
      ])
    })
  },
}
