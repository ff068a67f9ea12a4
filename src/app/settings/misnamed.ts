import { OperatorError } from '../operator-error.ts'
import { settingOptions, type Settings } from './options.ts'
import { settingMeantByMisspelling, unknownSettingVariables } from './read-settings.ts'

/** The settings that say which database is meant. */
const OF_DATABASE: ReadonlySet<string> = new Set(
  [settingOptions.databaseUrl, settingOptions.databaseUrlFile, settingOptions.dataDirectory].map(({ env }) => env),
)

/**
 * Throws an OperatorError where a variable most likely was to name the database, and has a wrong name: the command would work on the
 * embedded database of the current folder in its place, and a backup would be one of another database. `isPlaced`: a flag names the data directory.
 */
export function assertDatabaseNamed(
  env: NodeJS.ProcessEnv,
  { databaseUrl, dataDirectory }: Settings,
  isPlaced: boolean,
): void {
  if (databaseUrl !== null || isPlaced) return
  for (const name of unknownSettingVariables(env)) {
    const meant = settingMeantByMisspelling(name)
    if (meant === null || !OF_DATABASE.has(meant) || env[meant]) continue
    throw new OperatorError(
      `${name} is not a setting of Purser. Without it, this would work on the embedded database in ${dataDirectory}. ` +
        `Did you mean ${meant}? If not, remove ${name}.`,
    )
  }
}

/** The warning about an environment variable that looks like a setting and is none: it most likely has no effect. */
export function misnamedSettingWarning(name: string): string {
  const meant = settingMeantByMisspelling(name)
  return `${name} is not a setting of Purser, so it is ignored. ${meant === null ? 'purser help settings lists all.' : `Did you mean ${meant}?`}`
}
