import type { DoctorExamination } from './examination.ts'
import type { DoctorFinding, DoctorFindingSeverity } from './finding.ts'
import { clockFindings } from './findings/clock-findings.ts'
import { databaseFindings } from './findings/database-findings.ts'
import { issuerFindings } from './findings/issuer-findings.ts'
import { migrationFindings } from './findings/migration-findings.ts'
import { nodeFindings } from './findings/node-findings.ts'
import { databaseRoleFindings } from './findings/role-findings.ts'
import { dataSafetyFindings } from './findings/safety-findings.ts'
import { settingsFindings } from './findings/settings-findings.ts'
import { signInFindings } from './findings/sign-in-findings.ts'
import { backgroundWorkFindings } from './findings/work-findings.ts'

const ORDER: readonly DoctorFindingSeverity[] = ['error', 'warning', 'note']

/** Lists the findings about an examination, the most severe first. */
export const doctorFindings = (examination: DoctorExamination): DoctorFinding[] =>
  [
    ...unreadFindings(examination),
    ...migrationFindings(examination),
    ...databaseFindings(examination),
    ...databaseRoleFindings(examination),
    ...clockFindings(examination),
    ...nodeFindings(examination),
    ...backgroundWorkFindings(examination),
    ...issuerFindings(examination),
    ...dataSafetyFindings(examination),
    ...signInFindings(examination),
    ...settingsFindings(examination.settings, examination.nodes ?? []),
  ].toSorted((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity))

/**
 * Findings about sections that could not be read. Before the migrations have run there are none, because tables are missing: the finding
 * about the migrations says enough.
 */
const unreadFindings = ({ unread, migrations }: DoctorExamination): DoctorFinding[] =>
  migrations !== null && (migrations.pending.length > 0 || migrations.problem !== null)
    ? []
    : unread.map(({ what, why }) => ({
        severity: 'error',
        code: 'not_read',
        says: `${capitalized(what)} could not be read: ${why}.`,
        todo: 'Fix what the message names, and run purser doctor again.',
      }))

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
