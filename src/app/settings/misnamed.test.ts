import { expect, it } from 'vitest'
import { readSettings } from './read-settings.ts'
import { assertDatabaseNamed, misnamedSettingWarning } from './misnamed.ts'

const demand =
  (env: Record<string, string>, isPlaced = false) =>
  () =>
    assertDatabaseNamed(env, readSettings(env), isPlaced)

it.each([
  ['PURSER_DATABASE_URL', 'DATABASE_URL'],
  ['PURSER_DATABASE_URL_FILE', 'DATABASE_URL_FILE'],
  ['PURSER_DATABSE_URL', 'DATABASE_URL'],
  ['PURSER_DATADIR', 'PURSER_DATA_DIR'],
])('%s is refused where the embedded database would be used in its place', (name, meant) => {
  expect(demand({ [name]: 'postgres://db.example.com/purser' })).toThrow(
    new RegExp(`^${name} is not a setting .* embedded database in .*Did you mean ${meant}\\?`),
  )
})

it.each([
  ['the database is named', { PURSER_DATABASE_URL: 'x', DATABASE_URL: 'postgres://db.example.com/purser' }, false],
  ['a flag names the data directory', { PURSER_DATABASE_URL: 'x' }, true],
  ['the variable is about something else', { PURSER_HOLDDAYS: '3', PURSER_PORT: '8421' }, false],
])('nothing is refused where %s', (_what, env, isPlaced) => {
  expect(demand(env, isPlaced)).not.toThrow()
})

it.each([
  ['PURSER_PORT', 'PORT'],
  ['PURSER_HOST', 'HOST'],
  ['PURSER_DATABASE_URL', 'DATABASE_URL'],
  ['PURSER_HOLDDAYS', 'PURSER_HOLD_DAYS'],
  ['PURSER_PUBLICURL', 'PURSER_PUBLIC_URL'],
])('%s most likely means %s', (name, meant) => {
  expect(misnamedSettingWarning(name)).toContain(`Did you mean ${meant}?`)
})
