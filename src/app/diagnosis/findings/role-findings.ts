import type { DoctorExamination } from '../examination.ts'
import type { DoctorFinding } from '../finding.ts'

const GUIDE = 'docs/guides/database.md'

/** Findings about the rights of the service's database role, and of the role that migrates. */
export function databaseRoleFindings({
  serviceRole,
  migratingRole,
}: Pick<DoctorExamination, 'serviceRole' | 'migratingRole'>): DoctorFinding[] {
  const findings: DoctorFinding[] = []
  if (serviceRole !== null) findings.push(...serviceFindings(serviceRole, migratingRole !== null))
  if (migratingRole !== null && migratingRole.missing.length > 0) {
    findings.push({
      severity: 'error',
      code: 'migrating_role',
      says: `The role ${migratingRole.role} of PURSER_MIGRATION_DATABASE_URL cannot migrate the database. It lacks: ${migratingRole.missing.join(', ')}.`,
      todo: `Give the URL of the role that owns the tables (${GUIDE}).`,
    })
  }
  return findings
}

type ServiceRole = NonNullable<DoctorExamination['serviceRole']>

function serviceFindings(
  { role, isSuperuser, isOwner, missing, unused }: ServiceRole,
  hasTwoRoles: boolean,
): DoctorFinding[] {
  const findings: DoctorFinding[] = []
  if (missing.length > 0) {
    findings.push({
      severity: 'error',
      code: 'rights_missing',
      says: `The role ${role} of DATABASE_URL lacks rights that the service needs: ${some(missing)}.`,
      todo: `Grant them, as ${GUIDE} shows. Requests that need them fail.`,
    })
  }
  if (isSuperuser) {
    findings.push({
      severity: 'warning',
      code: 'role_superuser',
      says: `The role ${role} of DATABASE_URL is a superuser of the database server.`,
      todo: `Give the service a role of its own, and the migrations another one (${GUIDE}).`,
    })
  } else if (isOwner) {
    findings.push({
      severity: hasTwoRoles ? 'warning' : 'note',
      code: 'role_owner',
      says: `The role ${role} of DATABASE_URL owns the tables, so anyone with its password can change the audit trail and the journal.`,
      todo: `Let another role own the tables, and give its URL as PURSER_MIGRATION_DATABASE_URL (${GUIDE}).`,
    })
  } else if (unused.length > 0) {
    findings.push({
      severity: 'warning',
      code: 'rights_unused',
      says: `The role ${role} of DATABASE_URL has rights that the service never uses: ${some(unused)}.`,
      todo: `Run purser migrate with PURSER_MIGRATION_DATABASE_URL, which revokes them (${GUIDE}).`,
    })
  }
  return findings
}

const MOST = 5

/** The first few names of a list, and how many other names it has. */
const some = (names: readonly string[]): string =>
  names.slice(0, MOST).join(', ') + (names.length > MOST ? ` and ${names.length - MOST} more` : '')
