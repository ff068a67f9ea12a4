import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { nearestKnownName } from '../../contract/complaints/nearest-name.ts'
import { OperatorError } from '../operator-error.ts'
import type { SettingOption } from '../../lib/settings/option-row.ts'
import { type SettingName, settingOptionRows, settingOptions, type Settings } from './options.ts'

export type SettingFlagValues = Readonly<Record<string, string | boolean | undefined>>

/** Reads the settings from the environment and the flags. Throws an `OperatorError` that names the first setting with a bad value. */
export function readSettings(env: NodeJS.ProcessEnv, flags: SettingFlagValues = {}): Settings {
  const values = Object.entries<SettingOption>(settingOptions).map(([name, row]) => [name, valueOf(row, env, flags)])
  const settings = Object.fromEntries(values) as Settings
  const fromFiles = Object.fromEntries(withFile.map((name) => [name, orFromFile(settings, name)])) as Record<
    WithFile,
    string | null
  >
  if (fromFiles.migrationDatabaseUrl !== null && fromFiles.databaseUrl === null) {
    throw new OperatorError(
      'PURSER_MIGRATION_DATABASE_URL is given without DATABASE_URL, with which the service reaches the same database.',
    )
  }
  return { ...settings, ...fromFiles, dataDirectory: resolve(settings.dataDirectory) }
}

/** The settings that have a `_FILE` form: all secrets. The file of the master key is read elsewhere, because it is read again after a rotation. */
type WithFile = Exclude<{ [N in SettingName]: `${N}File` extends SettingName ? N : never }[SettingName], 'masterKey'>
const withFile = Object.keys(settingOptions).filter(
  (name): name is WithFile => `${name}File` in settingOptions && name !== 'masterKey',
)

/** A setting's value, or the content of the file that its `_FILE` form names. */
function orFromFile(settings: Settings, name: WithFile): string | null {
  const fileName = `${name}File` as const
  const path = settings[fileName]
  if (path === null) return settings[name]
  const [{ env }, fileEnv] = [settingOptions[name], settingOptions[fileName].env]
  if (settings[name] !== null)
    throw new OperatorError(`${env} and ${fileEnv} exclude each other: give only one of them.`)
  return parsed(settingOptions[name], { name: fileEnv, text: contentOf(path, fileEnv) })
}

function contentOf(path: string, name: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new OperatorError(`${name}=${path} cannot be read: ${(error as Error).message}`)
  }
}

/** The environment variables with the prefix `PURSER_` that are no settings. They are most likely misspelt, so the log mentions them. */
export function unknownSettingVariables(env: NodeJS.ProcessEnv): string[] {
  const known = new Set(settingOptionRows.map((row) => row.env))
  return Object.keys(env).filter((name) => name.startsWith('PURSER_') && !known.has(name))
}

/** The setting that a misspelt variable most likely means. Null: none is similar. */
export function settingMeantByMisspelling(name: string): string | null {
  const known = settingOptionRows.map((row) => row.env)
  const bare = name.replace(PREFIX, '')
  if (known.includes(bare)) return bare
  const withoutPrefix = known.filter((each) => !PREFIX.test(each))
  return nearestKnownName(bare, withoutPrefix) ?? nearestKnownName(name, known)
}

const PREFIX = /^PURSER_/

function valueOf(row: SettingOption, env: NodeJS.ProcessEnv, flags: SettingFlagValues): unknown {
  const flag = row.flag === undefined ? undefined : flags[row.flag]
  const written = flag === true ? row.type.switchedOn : flag
  const text = written ?? env[row.env]
  if (typeof text !== 'string' || text === '') return row.default
  return parsed(row, { name: typeof flag === 'string' ? `--${row.flag}` : row.env, text })
}

function parsed<T>(row: SettingOption<T>, { name, text }: { name: string; text: string }): T {
  const value = row.type.parse(text)
  if (value !== undefined) return value
  if (text !== text.trim() && row.type.parse(text.trim()) !== undefined) {
    throw new OperatorError(
      `${name} has white space around its value, such as the end of a line from a file with Windows line ends. Take it out.`,
    )
  }
  const shown = row.secret ? 'its value is not' : `${JSON.stringify(text)} is not`
  throw new OperatorError(`${name} must be ${row.type.expects}; ${shown}. For instance ${row.env}=${row.example}`)
}
