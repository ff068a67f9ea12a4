import type { Logger } from '../telemetry/logger.ts'
import { OperatorError } from '../operator-error.ts'
import type { Settings } from '../settings/options.ts'
import { withUnchangedDatabase } from './database-as-is.ts'
import { examinePurser } from './examination.ts'
import type { DoctorFinding } from './finding.ts'
import { doctorFindings } from './findings.ts'
import { settingsFindings } from './findings/settings-findings.ts'
import type { PurserState } from './purser-state.ts'
import { collectPurserState } from './read-purser-state.ts'

/** Reads what the Purser of the settings and its database are like now, for `purser status`. */
export const readPurserState = (settings: Settings, logger: Logger): Promise<PurserState> =>
  withUnchangedDatabase(settings, logger, (database) => collectPurserState(database, settings))

/** Says what is wrong with the Purser of the settings, for `purser doctor`. Changes nothing, also where there is no database. */
export function diagnosePurser(settings: Settings, logger: Logger): Promise<DoctorFinding[]> {
  const examined = withUnchangedDatabase(settings, logger, (database, store) =>
    examinePurser(database, store, settings),
  )
  return examined.then(doctorFindings, (error: unknown) => {
    if (!(error instanceof OperatorError)) throw error
    const unusable: DoctorFinding = {
      severity: 'error',
      code: 'database_unusable',
      says: error.message,
      todo: 'Correct the setting, or start the database. Then run purser doctor again: without the database, it looks at the settings alone.',
    }
    return [unusable, ...settingsFindings(settings, [])]
  })
}
