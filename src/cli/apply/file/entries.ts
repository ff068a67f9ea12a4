import { nearestKnownName } from '../../../contract/complaints/nearest-name.ts'
import {
  type ApplyFileEntry,
  type ApplyEntryFields,
  type ApplyEntryKind,
  applyEntryKinds,
  type ApplyEntryReference,
} from './entry.ts'
import { type ApplyFileFault, applyFileFaultsError } from './fault.ts'
import { applyIdMetadataKey, applyNameMetadataKey } from './mark.ts'
import { applyEntryFieldsAsAnswered } from './sent-fields.ts'
import type { YamlDocumentSource } from './source.ts'

/** The project and the entries that the files of `purser apply` describe. */
export interface ResolvedApplyEntries {
  /** The name of the project in the files of `purser apply`. Null: they name none. */
  readonly project: string | null
  readonly entries: readonly ApplyFileEntry[]
}

/** An entry as a file of `purser apply` has it, before references and named policies are resolved. */
interface Written {
  readonly source: YamlDocumentSource
  readonly kind: ApplyEntryKind | 'policies'
  readonly name: string
  readonly fields: ApplyEntryFields
}

/** The entries of all files of `purser apply` together, with their references resolved. Throws a CommandError that names every fault. */
export function resolvedApplyEntries(sources: readonly YamlDocumentSource[]): ResolvedApplyEntries {
  const faults: ApplyFileFault[] = []
  const project = projectOf(sources, faults)
  const all = sources.flatMap(writtenIn)
  for (const twice of repeated(all)) faults.push(twice)
  const names = namesByKind(all)
  const policies = new Map(all.filter(({ kind }) => kind === 'policies').map(({ name, fields }) => [name, fields]))
  const entries = all.flatMap((each) => {
    if (each.kind === 'policies') return []
    const reader = new EntryReader(each, { project, names, policies, faults })
    return [reader.entry(each.kind)]
  })
  faults.push(...doubleIds(all))
  if (faults.length > 0) throw applyFileFaultsError(faults)
  return { project, entries: withCustomers(entries) }
}

function projectOf(sources: readonly YamlDocumentSource[], faults: ApplyFileFault[]): string | null {
  let project: string | null = null
  for (const { value, fault } of sources) {
    const named = value['project'] as string | undefined
    if (named === undefined) continue
    if (project !== null && named !== project)
      faults.push(fault(['project'], `Another file names the project ${project}. Apply one project at a time.`))
    project ??= named
  }
  return project
}

function writtenIn(source: YamlDocumentSource): Written[] {
  return (['policies', ...applyEntryKinds] as const).flatMap((kind) =>
    Object.entries((source.value[kind] ?? {}) as Readonly<Record<string, ApplyEntryFields>>).map(([name, fields]) => ({
      source,
      kind,
      name,
      fields,
    })),
  )
}

function repeated(all: readonly Written[]): ApplyFileFault[] {
  const seen = new Map<string, ApplyFileFault>()
  return all.flatMap(({ source, kind, name }) => {
    const here = source.fault([kind, name], '', { isName: true })
    const before = seen.get(`${kind} ${name}`)
    seen.set(`${kind} ${name}`, before ?? here)
    if (before === undefined) return []
    const message = `${kind}.${name} is in ${before.file}:${before.line} already. Each name is given once.`
    return [source.fault([kind, name], message, { isName: true })]
  })
}

function doubleIds(all: readonly Written[]): ApplyFileFault[] {
  const seen = new Set<unknown>()
  return all.flatMap(({ source, kind, name, fields }) => {
    const id = kind === 'policies' ? undefined : fields['id']
    if (id === undefined) return []
    if (!seen.has(id)) return (seen.add(id), [])
    return [source.fault([kind, name, 'id'], `${kind}.${name}.id is the id of another entry, too.`)]
  })
}

type Names = Readonly<Record<string, readonly string[]>>

const namesByKind = (all: readonly Written[]): Names =>
  Object.fromEntries(
    applyEntryKinds.map((kind) => [kind, all.filter((each) => each.kind === kind).map(({ name }) => name)]),
  )

interface Surroundings {
  readonly project: string | null
  readonly names: Names
  readonly policies: ReadonlyMap<string, ApplyEntryFields>
  readonly faults: ApplyFileFault[]
}

/** Fields of an entry in a file of `purser apply` that the API does not have under this name, or takes in another form. */
const own = new Set(['id', 'customer', 'agent', 'policy', 'shadowPolicy'])
const ID = /^(?:cust|agt)_[0-9a-hjkmnp-tv-z]{26}$/u

/** Reads one entry of a file of `purser apply`, and collects its faults. */
class EntryReader {
  readonly #written: Written
  readonly #around: Surroundings

  constructor(written: Written, around: Surroundings) {
    this.#written = written
    this.#around = around
  }

  entry(kind: ApplyEntryKind): ApplyFileEntry {
    const { name, fields } = this.#written
    const rest = Object.entries(fields).filter(([field]) => !own.has(field))
    const rules = (['policy', 'shadowPolicy'] as const).flatMap((field) =>
      fields[field] === undefined ? [] : [[field, this.#policy(field)]],
    )
    this.#check(kind)
    const fullName = fullEntryNameOf(this.#around.project, name)
    return {
      kind,
      name: fullName,
      id: (fields['id'] as string | undefined) ?? null,
      customer: this.#reference('customer', 'customers'),
      agent: this.#reference('agent', 'agents'),
      fields: applyEntryFieldsAsAnswered(kind, {
        ...Object.fromEntries(rest),
        ...(Object.fromEntries(rules) as ApplyEntryFields),
      }),
    }
  }

  #check(kind: ApplyEntryKind): void {
    const { fields } = this.#written
    if (kind === 'cards' && fields['customer'] === undefined && fields['agent'] === undefined)
      this.#fault([], 'needs `customer` or `agent`.')
    if (kind === 'customers' && fields['id'] === undefined && fields['email'] == null && fields['name'] == null)
      this.#fault([], 'needs `name` or `email`.')
    const metadata = fields['metadata'] as ApplyEntryFields | null | undefined
    for (const key of [applyNameMetadataKey, applyIdMetadataKey])
      if (metadata != null && Object.hasOwn(metadata, key))
        this.#fault(['metadata', key], 'is where `purser apply` keeps the name of the entry. Leave it out.')
    if (kind === 'webhooks' && !URL.canParse(String(fields['url']))) this.#fault(['url'], 'must be a URL.')
  }

  /** The fields of a policy that a file's entry gives by its name or by its fields. Null: the policy is to be unset. */
  #policy(field: 'policy' | 'shadowPolicy'): unknown {
    const given = this.#written.fields[field]
    if (typeof given !== 'string') return given
    const { policies } = this.#around
    const named = policies.get(given)
    if (named === undefined) this.#fault([field], this.#noSuch('policy', given, [...policies.keys()]))
    return named ?? {}
  }

  #reference(field: 'customer' | 'agent', kind: 'customers' | 'agents'): ApplyEntryReference | null {
    const given = this.#written.fields[field] as string | undefined
    if (given === undefined) return null
    const { names, project } = this.#around
    if (names[kind]?.includes(given)) return { entry: fullEntryNameOf(project, given) }
    if (ID.test(given)) return { id: given }
    this.#fault([field], this.#noSuch(field, given, names[kind] ?? []))
    return { id: given }
  }

  #noSuch(what: string, name: string, known: readonly string[]): string {
    const nearest = nearestKnownName(name, known)
    const hint = nearest === null ? '' : ` Did you mean ${nearest}?`
    return `names the ${what} ${JSON.stringify(name)}, which is not in the files.${hint}`
  }

  #fault(path: readonly string[], problem: string): void {
    const { source, kind, name } = this.#written
    const at = [kind, name, ...path]
    this.#around.faults.push(source.fault(at, `${at.join('.')} ${problem}`, { isName: path.length === 0 }))
  }
}

export const fullEntryNameOf = (project: string | null, name: string): string =>
  project === null ? name : `${project}/${name}`

/** Gives cards of an agent the agent's customer, which their file entries need not name. */
function withCustomers(entries: readonly ApplyFileEntry[]): ApplyFileEntry[] {
  const agents = new Map(entries.filter(({ kind }) => kind === 'agents').map((entry) => [entry.name, entry]))
  return entries.map((entry) => {
    if (entry.kind !== 'cards' || entry.customer !== null || entry.agent === null || !('entry' in entry.agent))
      return entry
    return { ...entry, customer: agents.get(entry.agent.entry)?.customer ?? null }
  })
}
