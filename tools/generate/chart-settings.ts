import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingOptionRows } from '../../src/app/settings/options.ts'
import type { GeneratedFile } from './generated-file.ts'

const PATH = 'deploy/helm/purser/values.schema.json'

/** Settings that the chart sets itself, and settings about things that a pod lacks: a disk, a file, a shell, a clock that tests move. */
const NOT_IN_CHART =
  /^(?:PORT|HOST|PURSER_(?:BEHIND_TLS|TRUSTED_PROXIES|DRAIN_SECONDS|DATA_DIR|METRICS_PORT|URL|PROFILE|TEST_CLOCK.*)|.*_FILE)$/
/** Secrets that the chart has values of its own for, or that only the command line reads. */
const OTHER_SECRETS =
  /^(?:DATABASE_URL|PURSER_(?:MIGRATION_DATABASE_URL|ADMIN_API_KEY|MASTER_KEY|MASTER_KEY_COMMAND|API_KEY))$/

interface Schema {
  readonly properties: Readonly<Record<string, Schema>>
}

/** Generates the names of settings and of secrets' files in the schema of the chart's values. */
export function helmChartSettingsFile(): GeneratedFile {
  const schema = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', PATH), 'utf8')) as Schema
  const rows = settingOptionRows.filter(({ env }) => !NOT_IN_CHART.test(env))
  const secrets = rows.filter(({ env, secret }) => secret !== undefined && !OTHER_SECRETS.test(env))
  const plain = rows.filter(({ secret }) => secret === undefined)
  const files = named(secrets, { type: 'string', pattern: '^[-._a-zA-Z0-9]+$' })
  const settings = named(plain, { type: ['string', 'number', 'boolean'] })
  const changed = withProperties(withProperties(schema, ['secrets', 'files'], files), ['settings'], settings)
  const text = JSON.stringify(changed, null, 2).replaceAll(LIST, (list) => list.replaceAll(/\s+/g, ' '))
  return { path: PATH, text: `${text.replaceAll('[ ', '[').replaceAll(' ]', ']')}\n` }
}

/** Matches a list of texts in JSON, which the formatter writes on one line. */
const LIST = /\[\s+"[^"\]]*"(?:,\s+"[^"]*")*\s+\]/g

const named = (rows: readonly { readonly env: string }[], schema: object) =>
  Object.fromEntries(rows.map(({ env }) => [env, schema])) as Schema['properties']

function withProperties(schema: Schema, path: readonly string[], properties: Schema['properties']): Schema {
  const [name, ...rest] = path
  if (name === undefined) return { ...schema, properties }
  const own = schema.properties[name]
  if (own === undefined) throw new Error(`${PATH} has no ${name}`)
  return { ...schema, properties: { ...schema.properties, [name]: withProperties(own, rest, properties) } }
}
