import { type Fields, type Kind, kinds } from '../file/entry.ts'
import { markedName, nameKey, unmarkedDescription } from '../file/mark.ts'
import { isFinal } from '../plan/fixed-fields.ts'
import { prunedKey } from '../plan/prune.ts'
import { type Account, idOf } from '../plan/step.ts'
import { NewNames } from './new-names.ts'
import { sharedPolicies } from './shared-policies.ts'

/** The fields of each kind that an entry has under the same name, in the order in which a file shows them. */
const copied: Readonly<Record<Kind, readonly string[]>> = {
  customers: ['type', 'name', 'email', 'phone'],
  agents: ['externalId', 'name'],
  cards: ['label', 'type', 'usage', 'billing', 'shipping', 'configuration'],
  webhooks: ['url', 'events'],
}

/** Values that an object has where its entry names none. */
const defaults: Fields = { type: { customers: 'consumer', cards: 'virtual' }, usage: 'multi' }

/** The file that describes an account: what is of a project, or all that is of none. */
export function exportedFile(account: Account, project: string | null): object {
  const exporter = new Exporter(account, project)
  const file = Object.fromEntries(kinds.map((kind) => [kind, exporter.entries(kind)]))
  const { policies, entries } = sharedPolicies(file)
  const named = Object.entries({ policies, ...entries }).filter(([, members]) => Object.keys(members).length > 0)
  return { ...(project === null ? {} : { project }), ...Object.fromEntries(named) }
}

export type Entries = Readonly<Record<string, Readonly<Record<string, Fields>>>>

class Exporter {
  readonly #objects: Readonly<Record<Kind, readonly Fields[]>>
  /** The name of each exported object by its id. */
  readonly #names = new Map<string, string>()

  constructor(account: Account, project: string | null) {
    const objectsOf = (kind: Kind) =>
      account[kind].filter((object) => isOf(project, markedName(kind, object)) && !isFinal(kind, object)).toReversed()
    this.#objects = {
      customers: objectsOf('customers'),
      agents: objectsOf('agents'),
      cards: objectsOf('cards'),
      webhooks: objectsOf('webhooks'),
    }
    for (const kind of kinds) {
      const names = new NewNames(kind, this.#objects[kind], project)
      for (const object of this.#objects[kind]) this.#names.set(idOf(object), names.nameOf(object))
    }
  }

  entries(kind: Kind): Readonly<Record<string, Fields>> {
    return Object.fromEntries(
      this.#objects[kind].map((object) => [this.#nameOf(idOf(object)), this.#entry(kind, object)]),
    )
  }

  #nameOf = (id: string): string => this.#names.get(id) ?? id

  #entry(kind: Kind, object: Fields): Fields {
    const isMade = markedName(kind, object) !== null
    const agent =
      kind === 'cards' && typeof object['agentId'] === 'string' ? { agent: this.#nameOf(object['agentId']) } : {}
    const isOfCustomer = kind === 'agents' || (kind === 'cards' && !('agent' in agent))
    return withoutEmpty({
      ...(isMade ? {} : { id: idOf(object) }),
      ...(isOfCustomer ? { customer: this.#nameOf(String(object['customerId'])) } : {}),
      ...agent,
      ...Object.fromEntries(copied[kind].flatMap((field) => ownValue(kind, field, object))),
      ...(kind === 'webhooks'
        ? { description: unmarkedDescription((object['description'] as string | undefined) ?? '') }
        : {}),
      ...(kind === 'cards' && object['issuer'] !== undefined ? { issuer: (object['issuer'] as Fields)['name'] } : {}),
      policy: object['policy'],
      shadowPolicy: object['shadowPolicy'],
      limits: object['limits'],
      metadata: unmarkedMetadata(object['metadata']),
    })
  }
}

const isOf = (project: string | null, name: string | null): boolean =>
  project === null ? name === null || !name.includes('/') : name?.startsWith(`${project}/`) === true

function ownValue(kind: Kind, field: string, object: Fields): [string, unknown][] {
  const value = object[field]
  const usual = field === 'type' ? (defaults['type'] as Fields)[kind] : defaults[field]
  return value === undefined || value === null || value === usual ? [] : [[field, value]]
}

function unmarkedMetadata(metadata: unknown): unknown {
  const { [nameKey]: _, [prunedKey]: __, ...others } = (metadata ?? {}) as Fields
  return others
}

/** Without fields that are absent, and without empty objects and texts, which say nothing. */
const withoutEmpty = (entry: Fields): Fields =>
  Object.fromEntries(
    Object.entries(entry).filter(
      ([, value]) =>
        value !== undefined &&
        value !== '' &&
        !(typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0),
    ),
  )
