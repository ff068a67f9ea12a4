import type { CommandAction } from '../command.ts'
import { commandWithActions } from '../with-actions.ts'
import { changeCommandAction, type ChangeCommandOperation, type CommandApiChange } from './change.ts'
import { idColumn, resourceListColumns, statusTerminalColumn } from './columns.ts'
import { listAndGetActions, type ListedResource, type ResourcePath } from './lists.ts'
import { listPathOfResource } from './request-path.ts'
import { resourceChangeFlags, resourceCreationFlags } from './sheet-flags.ts'
import type { ShellResourceSheet } from './shell-sheet.ts'

/** A resource of the API, and what a command does with it. */
type CommandResource<T extends Row> = Omit<ListedResource<T>, 'statuses' | 'columns'> & Shown<T> & Changed

/** The members of every resource that a command lists. */
interface Row {
  readonly id: string
  readonly status: string
}

/**
 * The statuses and columns of a resource's list: from the resource's sheet where it has one, otherwise given one by one, without the
 * columns id and status, which every list has.
 */
type Shown<T extends Row> = { readonly sheet: ShellResourceSheet } | Pick<ListedResource<T>, 'statuses' | 'columns'>

interface Changed {
  /** The changes that a command can make to a resource, by the word of the action: `freeze`. */
  readonly changes?: Readonly<Record<string, NamedChange>>
  /** Further actions of the command, each of which takes more than one request. */
  readonly more?: Readonly<Record<string, CommandAction>>
}

/** A change whose request follows from its name: `cards freeze` is `POST /cards/{cardId}/freeze`. */
interface NamedChange extends CommandApiChange {
  /** The status that the change gives the resource by a PATCH, as the action `update` could, too. */
  readonly status?: string
  /** The path at which `create` makes a resource, if it is another than that of the resource's list. */
  readonly createdAt?: ResourcePath
}

/** Makes a command such as `purser cards`, with the actions `list` and `get`, and the changes of the resource. */
export function resourceCommand<T extends Row>(resource: CommandResource<T>) {
  const { name, path, changes = {}, more = {} } = resource
  const sheet = 'sheet' in resource ? resource.sheet : undefined
  const shown =
    'sheet' in resource
      ? { statuses: resource.sheet.statuses, columns: resourceListColumns<T>(resource.sheet) }
      : { statuses: resource.statuses, columns: [idColumn, statusTerminalColumn, ...resource.columns] }
  const actions = Object.entries(changes).map(([action, change]): [string, CommandAction] => [
    action,
    changeCommandAction(`${name} ${action}`, operationOf(action, change, { path, sheet })),
  ])
  return commandWithActions({
    ...listAndGetActions<T>({ ...resource, ...shown }),
    ...Object.fromEntries(actions),
    ...more,
  })
}

/**
 * Adds its request to a command's action that changes something, and what every action of this name has: `create`, for instance, the flags
 * of the resource's fields.
 */
function operationOf(
  action: string,
  { status, createdAt, ...change }: NamedChange,
  { path, sheet }: { path: ResourcePath; sheet: ShellResourceSheet | undefined },
): ChangeCommandOperation {
  if (status !== undefined) return { ...change, request: `PATCH ${path}`, fixed: { status } }
  switch (action) {
    case 'create': {
      const bySheet = sheet === undefined ? {} : { fields: resourceCreationFlags(sheet) }
      return { ...bySheet, makes: true, ...change, request: `POST ${createdAt ?? listPathOfResource(path)}` }
    }
    case 'update': {
      const bySheet = sheet === undefined ? {} : { details: MERGED, fields: resourceChangeFlags(sheet) }
      return { ...bySheet, canDryRun: true, ...change, request: `PATCH ${path}` }
    }
    case 'delete':
      return { ...change, request: `DELETE ${path}` }
    default:
      return { ...change, request: `POST ${path}/${action}` }
  }
}

const MERGED = 'Objects are merged: what is not given stays as it is. none unsets a limit.'
