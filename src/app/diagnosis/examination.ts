import { overdueAuditHeads } from '../../store/audit/heads.ts'
import type { Database } from '../../store/connection/database.ts'
import {
  readMigratingRole,
  readServiceRole,
  type MigratingRole,
  type ServiceRole,
} from '../../store/schema/role-rights.ts'
import { pendingMigrations } from '../../store/schema/migrations.ts'
import { readRecentStandIns, type RecentStandIns } from '../../store/transactions/recent-stand-ins.ts'
import { SignInProviderUnavailable } from '../../identity/identity-provider.ts'
import { DAY_MS, HOUR_MS } from '../../lib/clock.ts'
import type { DatabaseConnections } from '../administration/open-store.ts'
import type { Settings } from '../settings/options.ts'
import { configuredAccessTokens, configuredSignInProvider } from '../configured-sign-in.ts'
import { masterKeyProblem } from './master-key-check.ts'
import type { PurserState } from './purser-state.ts'
import { collectPurserState } from './read-purser-state.ts'
import { PurserStateReader } from './sections.ts'

/** How many milliseconds back `purser doctor` looks for stand-ins: purchases that an issuer approved without asking Purser. */
const STAND_INS_MS = 7 * DAY_MS

/** The state that `purser doctor` examines. A member is null if it could not be read, or does not apply. */
export interface DoctorExamination extends PurserState {
  readonly settings: Settings
  /** The rights of the service's database role. Null: the database is embedded, or not up to date. */
  readonly serviceRole: ServiceRole | null
  /** The rights of the database role that migrates. Null: the service's own role migrates. */
  readonly migratingRole: MigratingRole | null
  /** Whether DATABASE_URL and PURSER_MIGRATION_DATABASE_URL lead to databases on which different migrations have run. */
  readonly isOtherDatabase: boolean
  /** Why the master key does not open what the database has sealed. Null: it does. */
  readonly masterKeyProblem: string | null
  readonly standIns: RecentStandIns | null
  /** Accounts whose audit trail has been due to be signed for an hour. Null: the trails could not be read. */
  readonly unsigned: readonly { readonly accountId: string; readonly dueAt: number }[] | null
  /** Why the sign-in provider cannot be used. Null: it can, or the settings name none. */
  readonly providerProblem: string | null
  /** Why the issuer of access tokens cannot be used. Null: it can, or the settings name none. */
  readonly tokenIssuerProblem: string | null
}

/** Reads everything that `purser doctor` examines. Changes nothing. */
export async function examinePurser(
  database: Database,
  store: DatabaseConnections,
  settings: Settings,
): Promise<DoctorExamination> {
  const sections = new PurserStateReader()
  const read = async <T>(what: string, work: () => Promise<T>) => (await sections.read(what, work)) ?? null
  const picture = await collectPurserState(database, settings, sections)
  const isUpToDate = picture.migrations?.problem === null && picture.migrations.pending.length === 0
  const isServed = settings.databaseUrl !== null
  const hasTwoRoles = isServed && settings.migrationDatabaseUrl !== null
  const deletesEntries = settings.auditDays !== null
  return {
    ...picture,
    settings,
    serviceRole:
      isServed && isUpToDate
        ? await read("the rights of the service's role", () => readServiceRole(store.connection, deletesEntries))
        : null,
    migratingRole: hasTwoRoles
      ? await read('the rights of the migrating role', () => readMigratingRole(store.migrations))
      : null,
    isOtherDatabase:
      hasTwoRoles &&
      (await read('the database of PURSER_MIGRATION_DATABASE_URL', async () => {
        const pending = await pendingMigrations(store.migrations)
        return pending.join() !== picture.migrations?.pending.join()
      })) === true,
    masterKeyProblem: await read('the master key', () => masterKeyProblem(database, settings)),
    standIns: await read("the facts of cards' issuers", () =>
      readRecentStandIns(database.db, picture.now - STAND_INS_MS),
    ),
    ...(await readSignIn(settings, read)),
    unsigned: await read('the audit trails', () => overdueAuditHeads(database.db, picture.now - HOUR_MS)),
  }
}

type Read = <T>(what: string, work: () => Promise<T>) => Promise<T | null>

/** Asks the sign-in provider and the issuer of access tokens for what a node would ask them, both at once. */
async function readSignIn(settings: Settings, read: Read) {
  const [providerProblem, tokenIssuerProblem] = await Promise.all([
    read('the sign-in provider', () => problemOf(configuredSignInProvider(settings, { warn: () => undefined }))),
    read('the issuer of access tokens', () => problemOf(configuredAccessTokens(settings, { warn: () => undefined }))),
  ])
  return { providerProblem, tokenIssuerProblem }
}

/** Why a sign-in provider or an issuer of access tokens cannot be used. Null: it can, or there is none. */
async function problemOf(provider: { examine(): Promise<void> } | null): Promise<string | null> {
  try {
    await provider?.examine()
    return null
  } catch (error) {
    if (error instanceof SignInProviderUnavailable) return error.message
    throw error
  }
}
