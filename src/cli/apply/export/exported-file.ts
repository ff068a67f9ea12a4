import { isDeepStrictEqual } from 'node:util'
import { callerSetFieldOfEntry } from '../file/callers-field.ts'
import type { ApplyFileJsonSchema } from '../file/check-value.ts'
import { type ApplyEntryFields, type ApplyEntryKind, applyEntryKinds } from '../file/entry.ts'
import { fieldSchemasOfApplyFileEntry, fieldsInSchemaOrder } from '../file/file-schema.ts'
import {
  applyIdMetadataKey,
  applyEntryNameOf,
  applyMarkOfObject,
  applyNameMetadataKey,
  descriptionWithoutApplyMark,
} from '../file/mark.ts'
import { isClosedOrDisabled } from '../plan/fixed-fields.ts'
import { applyPrunedMetadataKey } from '../plan/prune.ts'
import { type AccountObjects, accountObjectId } from '../plan/step.ts'
import { ExportedEntryNames } from './new-names.ts'
import { canonicalJson } from '../../../lib/canonical-json.ts'

export interface ExportCommandOptions {
  /** The project whose objects `purser export` writes. Null: it writes the objects that belong to no project. */
  readonly project: string | null
  /** Whether objects that `purser apply` has made have their ids in the exported file, too. */
  readonly withIds?: boolean
}

/** The file of `purser apply` that describes an account. Its entries are in the order of their names. */
export function exportedApplyFile(account: AccountObjects, options: ExportCommandOptions): object {
  const { project } = options
  const exporter = new Exporter(account, options)
  const file = Object.fromEntries(applyEntryKinds.map((kind) => [kind, exporter.entries(kind)]))
  const { policies, entries } = sharedPolicies(file)
  const named = Object.entries({ policies, ...entries }).filter(([, members]) => Object.keys(members).length > 0)
  return { ...(project === null ? {} : { project }), ...Object.fromEntries(named) }
}

export type ApplyFileEntries = Readonly<Record<string, Readonly<Record<string, ApplyEntryFields>>>>

class Exporter {
  readonly #objects: Readonly<Record<ApplyEntryKind, readonly ApplyEntryFields[]>>
  /** The name in the exported file of each object, by the object's id. */
  readonly #names = new Map<string, string>()
  readonly #withIds: boolean

  constructor(account: AccountObjects, { project, withIds = false }: ExportCommandOptions) {
    this.#withIds = withIds
    const objectsOf = (kind: ApplyEntryKind) =>
      account[kind]
        .filter((object) => isOf(project, applyEntryNameOf(kind, object)) && !isClosedOrDisabled(kind, object))
        .toReversed()
    this.#objects = {
      customers: objectsOf('customers'),
      agents: objectsOf('agents'),
      cards: objectsOf('cards'),
      webhooks: objectsOf('webhooks'),
    }
    for (const kind of applyEntryKinds) {
      const names = new ExportedEntryNames(kind, this.#objects[kind], project)
      for (const object of this.#objects[kind]) this.#names.set(accountObjectId(object), names.nameOf(object))
    }
  }

  entries(kind: ApplyEntryKind): Readonly<Record<string, ApplyEntryFields>> {
    const named = this.#objects[kind].map(
      (object) => [this.#nameOf(accountObjectId(object)), this.#entry(kind, object)] as const,
    )
    return Object.fromEntries(named.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }

  #nameOf = (id: string): string => this.#names.get(id) ?? id

  /** Makes the file entry of an object from every field that the files' schema has, so that no field that a caller may set is left out. */
  #entry(kind: ApplyEntryKind, object: ApplyEntryFields): ApplyEntryFields {
    const fields = Object.entries(fieldSchemasOfApplyFileEntry(kind)).map(([name, rule]) => {
      const value = this.#valueOf(kind, name, object)
      return [name, isUnsaid(kind, name, value, rule) ? undefined : fieldsInSchemaOrder(value, rule)] as const
    })
    return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
  }

  /** The value that a field of an entry has in the exported file. Most fields have the same name in the API. */
  #valueOf(kind: ApplyEntryKind, name: string, object: ApplyEntryFields): unknown {
    switch (name) {
      case 'id':
        return this.#idOf(kind, object)
      case 'customer': // a card of an agent is of the agent's customer
        return kind === 'cards' && typeof object['agentId'] === 'string' ? undefined : this.#owner(object['customerId'])
      case 'agent':
        return this.#owner(object['agentId'])
      case 'description':
        return descriptionWithoutApplyMark((object['description'] as string | undefined) ?? '')
      case 'metadata':
        return unmarkedMetadata(object['metadata'])
      default:
        return callerSetFieldOfEntry(kind, name)?.file === 'name'
          ? (object[name] as ApplyEntryFields | undefined)?.['name']
          : object[name]
    }
  }

  #idOf(kind: ApplyEntryKind, object: ApplyEntryFields): string | undefined {
    const mark = applyMarkOfObject(kind, object)
    return mark === null || this.#withIds ? accountObjectId(object) : (mark.id ?? undefined)
  }

  #owner = (id: unknown): string | undefined => (typeof id === 'string' ? this.#nameOf(id) : undefined)
}

const isOf = (project: string | null, name: string | null): boolean =>
  project === null ? name === null || !name.includes('/') : name?.startsWith(`${project}/`) === true

function unmarkedMetadata(metadata: unknown): unknown {
  const {
    [applyNameMetadataKey]: _name,
    [applyIdMetadataKey]: _id,
    [applyPrunedMetadataKey]: _pruned,
    ...others
  } = (metadata ?? {}) as ApplyEntryFields
  return others
}

/**
 * Whether an exported file leaves a value out: it is not set, is the usual one, or is an empty object or text. An empty shadow policy
 * decides otherwise than none does, so a file has it.
 */
function isUnsaid(kind: ApplyEntryKind, name: string, value: unknown, rule: ApplyFileJsonSchema): boolean {
  if (value === undefined || value === null || value === '' || isDeepStrictEqual(value, rule.default)) return true
  const isEmpty = typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0
  return isEmpty && callerSetFieldOfEntry(kind, name)?.merge !== 'shadow'
}

/** Moves policies that several entries have in common into the file's list of named policies, to which the entries then refer. */
function sharedPolicies(entries: ApplyFileEntries): {
  policies: Readonly<Record<string, unknown>>
  entries: ApplyFileEntries
} {
  const users = new Map<string, number>()
  for (const entry of Object.values(entries).flatMap((members) => Object.values(members))) {
    const key = keyOf(entry)
    if (key !== null) users.set(key, (users.get(key) ?? 0) + 1)
  }
  const names = new Map<string, string>()
  for (const [key, count] of users) if (count > 1) names.set(key, `shared-${names.size + 1}`)
  const referring = (entry: ApplyEntryFields): ApplyEntryFields => {
    const name = names.get(keyOf(entry) ?? '')
    return name === undefined ? entry : { ...entry, policy: name }
  }
  return {
    policies: Object.fromEntries([...names].map(([key, name]) => [name, JSON.parse(key) as unknown])),
    entries: Object.fromEntries(
      Object.entries(entries).map(([kind, members]) => [
        kind,
        Object.fromEntries(Object.entries(members).map(([name, entry]) => [name, referring(entry)])),
      ]),
    ),
  }
}

const keyOf = ({ policy }: ApplyEntryFields): string | null => (policy === undefined ? null : canonicalJson(policy))
