import type { ListPage } from '../../contract/operation.ts'
import type { OperationName, Operations } from '../../contract/operations.ts'
import { OperatorError } from '../../app/operator-error.ts'
import type { CommandAction, CommandFlag, CommandInvocation } from '../command.ts'
import { resourceFieldLines, printCommandAnswer } from '../terminal/show.ts'
import { printData } from '../terminal/print.ts'
import { terminalScreenOf } from '../terminal/screen.ts'
import { type TerminalTableColumn, terminalTableLines } from '../terminal/table.ts'
import { callNodeFromShell } from './client.ts'
import { newestItemsOfApiList } from './pages.ts'
import { fillPathParameters, idFormOfParameter, listPathOfResource, pathParameters } from './request-path.ts'

export type ResourcePath = Operations[OperationName]['path']

/** A resource of the API, as a command lists and shows it. */
export interface ListedResource<T extends { id: string }> {
  /** The name of the resource's command: `cards`. */
  readonly name: string
  /** The path of a single resource, which ends with the parameter of its id: `/cards/{cardId}`. */
  readonly path: ResourcePath
  readonly filters: readonly (keyof typeof filterFlags)[]
  /** The values that `--status` takes in a list of the resource. */
  readonly statuses: readonly string[]
  readonly columns: readonly TerminalTableColumn<T>[]
  /** True: the API gives the list as CSV, too. */
  readonly hasCsv?: boolean
}

type Filtered = Pick<ListedResource<never>, 'filters'>

/** Flags that narrow a list, with the query parameter that each one fills. */
const filterFlags = {
  customer: { query: 'customerId', value: 'cust_...', description: 'Of this customer.' },
  agent: { query: 'agentId', value: 'agt_...', description: 'Of this agent.' },
  card: { query: 'cardId', value: 'card_...', description: 'Of this card.' },
  intent: { query: 'intentId', value: 'int_...', description: 'Of this intent.' },
  email: { query: 'email', value: 'ada@example.com', description: 'With this address.' },
  'external-id': { query: 'externalId', value: 'build-bot', description: 'With this id of your own.' },
  'cost-center': { query: 'costCenter', value: 'NAME', description: 'Of this cost center.' },
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
  resource: ListedResource<T>,
): { list: CommandAction; get: CommandAction } {
  const { name, path } = resource
  const parameters = pathParameters(path)
  const words = parameters.map(idFormOfParameter)
  const above = words.slice(0, -1)
  const usage = (action: string, ...rest: string[]) => ['purser', name, action, ...rest].join(' ')
  const pathOf = (below: string, ids: readonly string[]) =>
    fillPathParameters(below, new Map(parameters.map((parameter, i) => [parameter, ids[i] ?? ''])))
  return {
    list: {
      summary: `List ${name}, the newest first.`,
      usage: usage('list', ...above, '[flags]'),
      examples: [usage('list', ...above, '--limit 5'), usage('list', ...above, '--all', '--json')],
      flags: flagsOf(resource),
      words: above,
      async run({ words: ids, flags, json, settings }) {
        if (flags['csv'] === true) return printCsv(resource, { flags, json, settings })
        const request = { method: 'GET', path: pathOf(listPathOfResource(path), ids) } as const
        const page = await newestItemsOfApiList(
          (query) => callNodeFromShell<ListPage<T>>(settings, { ...request, query }, { flagOf: flagOf(resource) }),
          { ...extentOf(flags), ...queryOf(resource, flags) },
        )
        printCommandAnswer({ json }, page, () => lines(resource, page))
      },
    },
    get: {
      summary: 'Show one with all its fields.',
      usage: usage('get', ...words),
      examples: [usage('get', ...words, '--json')],
      words,
      async run({ words: ids, json, settings }) {
        const resourceShown = await callNodeFromShell<T>(settings, { method: 'GET', path: pathOf(path, ids) })
        printCommandAnswer({ json }, resourceShown, () =>
          resourceFieldLines(resourceShown, terminalScreenOf(process.stdout)),
        )
      },
    },
  }
}

/** Flags that choose some rows of a list. They cannot be combined with `--csv`, which writes all rows. */
const NOT_WITH_CSV = ['limit', 'all', 'cursor']

async function printCsv(
  resource: Pick<ListedResource<never>, 'path' | 'filters'>,
  { flags, json, settings }: Pick<CommandInvocation, 'flags' | 'json' | 'settings'>,
): Promise<void> {
  const other = json ? 'json' : NOT_WITH_CSV.find((name) => flags[name] !== undefined)
  if (other !== undefined) throw new OperatorError(`--csv prints all rows as CSV, and takes no --${other}.`)
  const { filters, statuses } = queryOf(resource, flags)
  const [status, ...more] = statuses
  if (more.length > 0) throw new OperatorError('--csv takes one --status, or none for all of them.')
  const query = { ...filters, ...(status === undefined ? {} : { status }) }
  const list = { path: listPathOfResource(resource.path), query, flagOf: flagOf(resource) }
  const { writeListAsCsv } = await import('./csv-file.ts') // not above: few lists are printed as CSV
  await writeListAsCsv(settings, list, printData)
}

/** The flag that gives each parameter of a list's query, by the name of the parameter. */
const flagOf = ({ filters }: Filtered): Map<string, string> =>
  new Map([
    ...filters.map((filter) => [filterFlags[filter].query, filter] as const),
    ['limit', 'limit'] as const,
    ['cursor', 'cursor'] as const,
  ])

function flagsOf({ filters, statuses, hasCsv = false }: Filtered & Pick<ListedResource<never>, 'statuses' | 'hasCsv'>) {
  const narrowing = filters.map((filter): [string, CommandFlag] => {
    const { value, description } = filterFlags[filter]
    return [filter, { type: 'string', value: filter === 'status' ? statuses.join('|') : value, description }]
  })
  return {
    limit: { type: 'string', value: 'n', description: `How many rows to show [${DEFAULT_LIMIT}].` },
    all: { type: 'boolean', description: 'Show all rows.' },
    cursor: { type: 'string', value: 'cur_...', description: 'Continue after the page that showed this cursor.' },
    ...(hasCsv ? { csv: { type: 'boolean', description: 'Print all rows as CSV.' } } : {}),
    ...Object.fromEntries(narrowing),
  } satisfies Record<string, CommandFlag>
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

function queryOf({ filters }: Filtered, flags: CommandInvocation['flags']) {
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
  { name, columns }: ListedResource<T>,
  { data, nextCursor, hasMore }: ListPage<T>,
): string[] {
  const screen = terminalScreenOf(process.stdout)
  const how = nextCursor === null ? 'raise --limit, or add --all' : `add --cursor ${nextCursor}, or --all`
  const more = hasMore ? ['', screen.paint('dim', `More: ${how}`)] : []
  return data.length === 0 ? [`No ${name} found.`, ...more] : [...terminalTableLines(data, columns, screen), ...more]
}
