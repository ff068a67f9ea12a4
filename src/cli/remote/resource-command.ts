import type { Page } from '../../contract/operation.ts'
import { OperatorError } from '../../app/operator-error.ts'
import type { CommandAction, CommandFlag, CommandInvocation } from '../command.ts'
import { resourceFieldLines } from '../terminal/fields.ts'
import { printData } from '../terminal/print.ts'
import { terminalScreenOf } from '../terminal/screen.ts'
import { printCommandAnswer } from '../terminal/show.ts'
import { type TerminalTableColumn, terminalTableLines } from '../terminal/table.ts'
import { type Purser, withNodeClient } from './client.ts'
import { type ListPageQuery, newestListEntries } from './pages.ts'

/** A resource of the API, and how a command lists and shows it. */
export interface CommandResource<T extends { id: string }> {
  /** The name of the resource's command: `cards`. */
  readonly name: string
  /** The form of the resource's ids, for help: `card_...`. */
  readonly id: string
  /** The form of the id of the resource's parent, such as `wh_...`, if the API lists the resource beneath its parent. */
  readonly beneath?: string
  readonly filters: readonly (keyof typeof filterFlags)[]
  /** The values that `--status` takes in a list of the resource. */
  readonly statuses: string
  readonly list: (purser: Purser, query: ListPageQuery, above: string) => Promise<Page<T>>
  readonly get: (purser: Purser, ...ids: [string, string]) => Promise<object>
  readonly columns: readonly TerminalTableColumn<T>[]
  /** The path of the resource's list, if the API gives it as CSV, too. */
  readonly csvPath?: string
}

/** Flags that narrow a list, with the query parameter that each one fills. */
const filterFlags = {
  customer: { query: 'customerId', value: 'cust_...', description: 'Of this customer.' },
  agent: { query: 'agentId', value: 'agt_...', description: 'Of this agent.' },
  card: { query: 'cardId', value: 'card_...', description: 'Of this card.' },
  intent: { query: 'intentId', value: 'int_...', description: 'Of this intent.' },
  email: { query: 'email', value: 'ada@example.com', description: 'With this address.' },
  'external-id': { query: 'externalId', value: 'build-bot', description: 'With this id of your own.' },
  currency: { query: 'currency', value: 'EUR', description: 'With amounts in this currency.' },
  status: { query: 'status', value: '', description: 'With this status, or one of several: --status a,b.' },
  type: { query: 'eventType', value: 'transaction.created', description: 'Of events of this type.' },
  after: { query: 'createdAfter', value: '2026-01-31T00:00:00Z', description: 'Created at this time or later.' },
  before: { query: 'createdBefore', value: '2026-02-28T00:00:00Z', description: 'Created before this time.' },
  'settled-after': {
    query: 'settledAfter',
    value: '2026-01-31T00:00:00Z',
    description: 'Settled at this time or later.',
  },
  'settled-before': { query: 'settledBefore', value: '2026-02-28T00:00:00Z', description: 'Settled before this time.' },
} as const

const DEFAULT_LIMIT = 20

/** Makes the actions `list` and `get` of a command such as `purser cards`. */
export function listAndGetActions<T extends { id: string }>(
  resource: CommandResource<T>,
): { list: CommandAction; get: CommandAction } {
  const { name, id, beneath } = resource
  const above = beneath === undefined ? [] : [beneath]
  const usage = (action: string, ...words: string[]) => ['purser', name, action, ...above, ...words].join(' ')
  return {
    list: {
      summary: `List ${name}, the newest first.`,
      usage: usage('list', '[flags]'),
      examples: [usage('list', '--limit 5'), usage('list', '--all', '--json')],
      flags: flagsOf(resource),
      words: above,
      async run({ words: [owner = ''], flags, json, settings }) {
        if (flags['csv'] === true) return printCsv(resource, { flags, json, settings })
        const page = await withNodeClient(
          settings,
          (purser) =>
            newestListEntries((query) => resource.list(purser, query, owner), {
              ...extentOf(flags),
              ...queryOf(resource, flags),
            }),
          { flagOf: flagOf(resource) },
        )
        printCommandAnswer({ json }, page, () => lines(resource, page))
      },
    },
    get: {
      summary: 'Show one with all its fields.',
      usage: usage('get', id),
      examples: [usage('get', id, '--json')],
      words: [...above, id],
      async run({ words: [first = '', second = ''], json, settings }) {
        const resourceShown = await withNodeClient(settings, (purser) => resource.get(purser, first, second))
        printCommandAnswer({ json }, resourceShown, () =>
          resourceFieldLines(resourceShown, terminalScreenOf(process.stdout)),
        )
      },
    },
  }
}

/** Flags that choose some rows of a list. They cannot be combined with `--csv`, which writes all rows. */
const NOT_WITH_CSV = ['limit', 'all', 'cursor']

async function printCsv<T extends { id: string }>(
  resource: CommandResource<T>,
  { flags, json, settings }: Pick<CommandInvocation, 'flags' | 'json' | 'settings'>,
): Promise<void> {
  const other = json ? 'json' : NOT_WITH_CSV.find((name) => flags[name] !== undefined)
  if (other !== undefined) throw new OperatorError(`--csv prints all rows as CSV, and takes no --${other}.`)
  const { filters, statuses } = queryOf(resource, flags)
  const [status, ...more] = statuses
  if (more.length > 0) throw new OperatorError('--csv takes one --status, or none for all of them.')
  const query = { ...filters, ...(status === undefined ? {} : { status }) }
  const list = { path: resource.csvPath ?? '', query, flagOf: flagOf(resource) }
  const { writeListAsCsv } = await import('./csv-file.ts') // not above: few lists are printed as CSV
  await writeListAsCsv(settings, list, printData)
}

/** The flag that gives each parameter of a list's query, by the name of the parameter. */
const flagOf = <T extends { id: string }>({ filters }: CommandResource<T>): Map<string, string> =>
  new Map([
    ...filters.map((filter) => [filterFlags[filter].query, filter] as const),
    ['limit', 'limit'] as const,
    ['cursor', 'cursor'] as const,
  ])

const valueOf = <T extends { id: string }>(
  { statuses }: CommandResource<T>,
  filter: keyof typeof filterFlags,
): string => (filter === 'status' ? statuses : filterFlags[filter].value)

function flagsOf<T extends { id: string }>(resource: CommandResource<T>): Record<string, CommandFlag> {
  const narrowing = resource.filters.map((filter) => [
    filter,
    {
      type: 'string',
      value: valueOf(resource, filter),
      description: filterFlags[filter].description,
    } satisfies CommandFlag,
  ])
  return {
    limit: { type: 'string', value: 'n', description: `How many rows to show [${DEFAULT_LIMIT}].` },
    all: { type: 'boolean', description: 'Show all rows.' },
    cursor: { type: 'string', value: 'cur_...', description: 'Continue after the page that showed this cursor.' },
    ...(resource.csvPath === undefined ? {} : { csv: { type: 'boolean', description: 'Print all rows as CSV.' } }),
    ...(Object.fromEntries(narrowing) as Record<string, CommandFlag>),
  }
}

/** Reads from the flags how many rows a list shows, and after which row it begins. */
function extentOf(flags: CommandInvocation['flags']) {
  const { limit: given = DEFAULT_LIMIT, all, cursor } = flags
  const limit = Number(given)
  if (!Number.isInteger(limit)) {
    throw new OperatorError(`--limit must be a whole number; ${JSON.stringify(given)} is not.`)
  }
  if (all === true && flags['limit'] !== undefined) throw new OperatorError('--all and --limit exclude each other.')
  return { limit: all === true ? Infinity : limit, cursor: cursor === undefined ? null : String(cursor) }
}

function queryOf<T extends { id: string }>({ filters }: CommandResource<T>, flags: CommandInvocation['flags']) {
  const given = filters.flatMap((filter) => {
    const value = flags[filter]
    if (value === undefined || filter === 'status') return []
    assertId(filter, String(value))
    return [[filterFlags[filter].query, String(value)] as const]
  })
  const statuses = flags['status'] === undefined ? [] : [...new Set(String(flags['status']).split(','))]
  return { filters: Object.fromEntries(given) as Record<string, string>, statuses }
}

/** Throws where a flag has a name in place of an id: the list would be empty, as if nothing existed. */
function assertId(filter: keyof typeof filterFlags, value: string): void {
  const [prefix, isId] = filterFlags[filter].value.split('...')
  if (isId === undefined || value.startsWith(String(prefix))) return
  throw new OperatorError(`--${filter} takes an id, which begins with ${prefix}; ${JSON.stringify(value)} is none.`)
}

function lines<T extends { id: string }>(
  { name, columns }: CommandResource<T>,
  { data, nextCursor, hasMore }: Page<T>,
): string[] {
  const screen = terminalScreenOf(process.stdout)
  const how = nextCursor === null ? 'raise --limit, or add --all' : `add --cursor ${nextCursor}, or --all`
  const more = hasMore ? ['', screen.paint('dim', `More: ${how}`)] : []
  return data.length === 0 ? [`No ${name} found.`, ...more] : [...terminalTableLines(data, columns, screen), ...more]
}
