import type { ShellCommand } from '../../command.ts'
import { commandLogger } from '../../logger-of.ts'
import { printCommandAnswer } from '../../terminal/show.ts'

export const migrateCommand: ShellCommand = {
  usage: 'purser migrate',
  details: `If PURSER_MIGRATION_DATABASE_URL names the owner of the tables, the command ends by revoking the rights that the service never uses
from the role of DATABASE_URL: UPDATE and DELETE on the audit trail and the journal. With PURSER_AUDIT_DAYS the role keeps DELETE on the trail.`,
  examples: ['purser migrate'],

  async run({ json, settings }) {
    const [logger, { withMigratedDatabase }, { limitServiceDatabaseRole }] = await Promise.all([
      commandLogger(settings),
      import('../../../app/administration/borrowed-database.ts'),
      import('../../../app/administration/limit-service.ts'),
    ])
    const work: Parameters<typeof withMigratedDatabase<void>>[2] = async (_database, { names: migrated, store }) => {
      const limited = await limitServiceDatabaseRole(store, settings, logger)
      const taken = limited?.taken ?? []
      printCommandAnswer({ json }, { migrated, taken }, () => [
        migrated.length === 0 ? 'The database is up to date.' : `Migrated: ${migrated.join(', ')}`,
        ...(taken.length === 0
          ? []
          : [`Revoked from ${limited?.role}, because the service never uses it: ${taken.join(', ')}`]),
      ])
    }
    await withMigratedDatabase(settings, logger, work, { makesDatabase: true })
  },
}
