import type { Page } from '../../contract/operation.ts'
import { OperatorError } from '../../app/operator-error.ts'
import { misused } from '../command-error.ts'
import type { Command, Flag, Invocation } from '../command.ts'
import { fields } from '../terminal/fields.ts'
import { screenOf } from '../terminal/screen.ts'
import { show } from '../terminal/show.ts'
import { type Column, table } from '../terminal/table.ts'
import { type Purser, withNode } from './client.ts'

/** A resource of the API, and how a command lists and shows it. */
export interface Resource<T extends object> {
  /** The name of the resource's command: `cards`. */
  readonly name: string
  /** The form of the resource's ids, for help: `card_...`. */
  readonly id: string
  readonly filters: readonly (keyof typeof filterFlags)[]
  /** The values that `--status` takes. */
  readonly statuses: string
  readonly list: (purser: Purser, query: Record<string, string | number>) => Promise<Page<T>>
  readonly get: (purser: Purser, id: string) => Promise<object>
  readonly columns: readonly Column<T>[]
}

/** Flags that narrow a list, with the query parameter that each one fills. */
const filterFlags = {
  customer: { query: 'customerId', value: 'cust_...', description: 'Of this customer.' },
  agent: { query: 'agentId', value: 'agt_...', description: 'Of this agent.' },
  card: { query: 'cardId', value: 'card_...', description: 'Of this card.' },
  intent: { query: 'intentId', value: 'int_...', description: 'Of this intent.' },
  email: { query: 'email', value: 'ada@example.com', description: 'With this address.' },
  'external-id': { query: 'externalId', value: 'build-bot', description: 'With this id of your own.' },
  status: { query: 'status', value: '', description: 'With this status.' },
  after: { query: 'createdAfter', value: '2026-01-31T00:00:00Z', description: 'Created after this time.' },
  before: { query: 'createdBefore', value: '2026-02-28T00:00:00Z', description: 'Created before this time.' },
} as const

const DEFAULT_LIMIT = 20

/** Makes a command such as `purser cards list|get`. */
export function resourceCommand<T extends object>(resource: Resource<T>): Command {
  const { name, id } = resource
  const usage = `purser ${name} list [flags]\npurser ${name} get ${id}`
  const command: Command = {
    usage,
    examples: [`purser ${name} list --limit 5`, `purser ${name} get ${id} --json`],
    flags: flagsOf(resource),
    takesWords: true,
    async run({ words, flags, json, settings }) {
      const [action, subject, ...more] = words
      if (action === 'list' && subject === undefined) {
        const page = await withNode(settings, (purser) => resource.list(purser, queryOf(resource, flags)))
        return show({ json }, page, () => lines(resource, page))
      }
      if (action !== 'get' || subject === undefined || more.length > 0) throw misused({ usage })
      const found = await withNode(settings, (purser) => resource.get(purser, subject))
      return show({ json }, found, () => fields(found, screenOf(process.stdout)))
    },
  }
  return command
}

const valueOf = <T extends object>({ statuses }: Resource<T>, filter: keyof typeof filterFlags): string =>
  filter === 'status' ? statuses : filterFlags[filter].value

function flagsOf<T extends object>(resource: Resource<T>): Record<string, Flag> {
  const narrowing = resource.filters.map((filter) => [
    filter,
    { type: 'string', value: valueOf(resource, filter), description: filterFlags[filter].description } satisfies Flag,
  ])
  return {
    limit: { type: 'string', value: 'n', description: `How many rows to show, at most 100 [${DEFAULT_LIMIT}].` },
    cursor: { type: 'string', value: 'cur_...', description: 'Continue after the page that showed this cursor.' },
    ...(Object.fromEntries(narrowing) as Record<string, Flag>),
  }
}

function queryOf<T extends object>(
  { filters }: Resource<T>,
  flags: Invocation['flags'],
): Record<string, string | number> {
  const limit = Number(flags['limit'] ?? DEFAULT_LIMIT)
  if (!Number.isInteger(limit))
    throw new OperatorError(`--limit must be a whole number; ${JSON.stringify(flags['limit'])} is not.`)
  const given = filters.flatMap((filter) => {
    const value = flags[filter]
    return value === undefined ? [] : [[filterFlags[filter].query, String(value)] as const]
  })
  const cursor = flags['cursor']
  return { limit, ...(cursor === undefined ? {} : { cursor: String(cursor) }), ...Object.fromEntries(given) }
}

function lines<T extends object>({ name, columns }: Resource<T>, { data, nextCursor }: Page<T>): string[] {
  const screen = screenOf(process.stdout)
  if (data.length === 0) return [`No ${name} found.`]
  const more = nextCursor === null ? [] : ['', screen.paint('dim', `More: add --cursor ${nextCursor}`)]
  return [...table(data, columns, screen), ...more]
}
