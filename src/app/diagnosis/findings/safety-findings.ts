import { DAY_MS, isoTimestamp } from '../../../lib/clock.ts'
import type { DoctorExamination } from '../examination.ts'
import type { DoctorFinding } from '../finding.ts'
import { durationInWords } from '../duration-in-words.ts'

/** After how many milliseconds without a run of `purser verify` a finding says so. */
const VERIFY_EVERY_MS = 35 * DAY_MS
/** After how many milliseconds without a run of `purser backup create` a finding says so. */
const BACKUP_EVERY_MS = 8 * DAY_MS

type Looked = Pick<
  DoctorExamination,
  'at' | 'installedAt' | 'verified' | 'backedUpAt' | 'masterKeyProblem' | 'unsigned'
>

/**
 * Findings about what keeps data safe: the master key, the audit trails, the last run of `purser verify`, and the last backup.
 */
export function dataSafetyFindings({ masterKeyProblem, unsigned, ...ran }: Looked): DoctorFinding[] {
  const findings: DoctorFinding[] = [...verifyFindings(ran), ...backupFindings(ran)]
  if (masterKeyProblem !== null) {
    findings.push({
      severity: 'error',
      code: 'master_key',
      says: `The master key does not open what the database has sealed: ${masterKeyProblem}`,
      todo: 'Give this command the master key of the nodes. If that key is lost, no card number can be read: restore it from its backup (docs/guides/vault.md).',
    })
  }
  for (const { accountId, dueAt } of unsigned ?? []) {
    findings.push({
      severity: 'error',
      code: 'trail_unsigned',
      says: `The end of the audit trail of ${accountId} was due to be signed at ${isoTimestamp(dueAt)}, and is not.`,
      todo: 'If a node runs, somebody else has written to the trail: run purser verify, which says where (docs/guides/audit.md).',
    })
  }
  return findings
}

type Ran = Omit<Looked, 'masterKeyProblem' | 'unsigned'>

function verifyFindings({ at, installedAt, verified }: Ran): DoctorFinding[] {
  if (verified === undefined) return []
  if (verified !== null && verified.result.differences > 0) {
    const { ended_at: endedAt, result } = verified
    return [
      {
        severity: 'error',
        code: 'verify_differences',
        says: `The last run of purser verify, at ${isoTimestamp(endedAt)}, ended with ${result.differences} differences.`,
        todo: 'Find out who has written to the database (docs/guides/verify.md), and run purser verify again.',
      },
    ]
  }
  const since = verified?.ended_at ?? installedAt
  if (since === null || at - since < VERIFY_EVERY_MS) return []
  return [
    {
      severity: 'warning',
      code: 'verify_old',
      says: `purser verify has not run for ${durationInWords(at - since)}.`,
      todo: 'Run it, for instance each night. It reads beside the nodes that serve (docs/guides/verify.md).',
    },
  ]
}

/** Findings about backups. They are notes only, because Purser does not know of backups that other tools have made. */
function backupFindings({ at, installedAt, backedUpAt }: Ran): DoctorFinding[] {
  const since = backedUpAt ?? installedAt
  if (backedUpAt === undefined || since === null || at - since < BACKUP_EVERY_MS) return []
  return [
    {
      severity: 'note',
      code: 'backup_old',
      says: `purser backup create has made no backup for ${durationInWords(at - since)}.`,
      todo: 'Make one each night, or see to it that the tool of your PostgreSQL does, which is not known here (docs/guides/backups.md).',
    },
  ]
}
