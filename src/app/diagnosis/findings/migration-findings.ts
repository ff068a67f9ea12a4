import type { DoctorExamination } from '../examination.ts'
import type { DoctorFinding } from '../finding.ts'

/** Findings about the migrations of the database and their fingerprints. */
export function migrationFindings({ migrations }: Pick<DoctorExamination, 'migrations'>): DoctorFinding[] {
  if (migrations === null) return []
  const { problem, pending, unproven, newer } = migrations
  if (problem !== null) {
    return [{ severity: 'error', code: 'schema_refused', says: problem, todo: 'See docs/guides/upgrading.md.' }]
  }
  const findings: DoctorFinding[] = []
  if (pending.length > 0) {
    findings.push({
      severity: 'error',
      code: 'migrations_pending',
      says: `${pending.length} migrations of this version have not run: ${pending.join(', ')}.`,
      todo: 'Run purser migrate. Nodes of this version do not serve before that.',
    })
  }
  if (unproven.length > 0) {
    findings.push({
      severity: 'warning',
      code: 'fingerprint_missing',
      says: `The database has no fingerprint of the migration ${unproven.join(', ')}, which ran before 0.1.0.`,
      todo: 'Run purser migrate, which compares the tables with the migration and stores its fingerprint.',
    })
  }
  if (newer.length > 0) {
    findings.push({
      severity: 'note',
      code: 'schema_newer',
      says: `A newer version of Purser has migrated the database: ${newer.join(', ')}. This version can work on it.`,
      todo: 'Finish the upgrade, or leave it: nodes of both versions can serve.',
    })
  }
  return findings
}
