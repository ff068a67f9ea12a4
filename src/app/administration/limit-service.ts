import { type RestrictedServiceRole, restrictServiceRole } from '../../store/schema/service-rights.ts'
import type { Logger } from '../telemetry/logger.ts'
import type { DatabaseConnections } from './open-store.ts'
import type { Settings } from '../settings/options.ts'

/**
 * Revokes rights that the service never uses from the service's database role, where another role owns the tables. Null where no other role
 * owns them.
 */
export async function limitServiceDatabaseRole(
  { connection, migrations }: DatabaseConnections,
  { auditDays }: Pick<Settings, 'auditDays'>,
  logger: Pick<Logger, 'warn'>,
): Promise<RestrictedServiceRole | null> {
  if (connection === migrations) return null
  const limited = await restrictServiceRole(
    { service: connection, owner: migrations },
    { deletesEntries: auditDays !== null },
  )
  if (limited !== null && limited.kept.length > 0) logger.warn({ role: limited.role, may: limited.kept }, KEPT)
  return limited
}

const KEPT =
  "the service's role has rights that the service never uses, as a superuser or through another role: give DATABASE_URL a role of its own"
