import { nearestName } from '../../../contract/complaints/nearest-name.ts'
import { type FileEntry, type EntryFields, type EntryKind, entryKinds, type EntryReference } from './entry.ts'
import { type FileFault, faultsError } from './fault.ts'
import { idKey, nameKey } from './mark.ts'
import { sentFields } from './sent-fields.ts'
import type { DocumentSource } from './source.ts'

/** The project and the entries that the files of `purser apply` describe. */
export interface DescribedEntries {
  /** The name of the project in the files. Null: they name none. */
  readonly project: string | null
  readonly entries: readonly FileEntry[]
}

/** An entry as a file has it, before references and named policies are resolved. */
interface Written {
  readonly source: DocumentSource
  readonly kind: EntryKind | 'policies'
  readonly name: string
  readonly fields: EntryFields
}

/** The entries of all files together, with their references resolved. Throws a CommandError that names every fault. */
export function resolvedEntries(sources: readonly DocumentSource[]): DescribedEntries {
  const faults: FileFault[] = []
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
  if (faults.length > 0) throw faultsError(faults)
  return { project, entries: withCustomers(entries) }
}

function projectOf(sources: readonly DocumentSource[], faults: FileFault[]): string | null {
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

function writtenIn(source: DocumentSource): Written[] {
  return (['policies', ...entryKinds] as const).flatMap((kind) =>
    Object.entries((source.value[kind] ?? {}) as Readonly<Record<string, EntryFields>>).map(([name, fields]) => ({
      source,
      kind,
      name,
      fields,
    })),
  )
}

function repeated(all: readonly Written[]): FileFault[] {
  const seen = new Map<string, FileFault>()
  return all.flatMap(({ source, kind, name }) => {
    const here = source.fault([kind, name], '', { isName: true })
    const before = seen.get(`${kind} ${name}`)
    seen.set(`${kind} ${name}`, before ?? here)
    if (before === undefined) return []
    const message = `${kind}.${name} is in ${before.file}:${before.line} already. Each name is given once.`
    return [source.fault([kind, name], message, { isName: true })]
  })
}

function doubleIds(all: readonly Written[]): FileFault[] {
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
  Object.fromEntries(entryKinds.map((kind) => [kind, all.filter((each) => each.kind === kind).map(({ name }) => name)]))

interface Surroundings {
  readonly project: string | null
  readonly names: Names
  readonly policies: ReadonlyMap<string, EntryFields>
  readonly faults: FileFault[]
}

/** Fields of an entry in a file that the API does not have under this name. */
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

  entry(kind: EntryKind): FileEntry {
    const { name, fields } = this.#written
    const rest = Object.entries(fields).filter(([field]) => !own.has(field))
    const rules = (['policy', 'shadowPolicy'] as const).flatMap((field) =>
      fields[field] === undefined ? [] : [[field, this.#policy(field)]],
    )
    this.#check(kind)
    const fullName = fullNameOf(this.#around.project, name)
    return {
      kind,
      name: fullName,
      id: (fields['id'] as string | undefined) ?? null,
      customer: this.#reference('customer', 'customers'),
      agent: this.#reference('agent', 'agents'),
      fields: sentFields(kind, { ...Object.fromEntries(rest), ...(Object.fromEntries(rules) as EntryFields) }),
    }
  }

  #check(kind: EntryKind): void {
    const { fields } = this.#written
    if (kind === 'cards' && fields['customer'] === undefined && fields['agent'] === undefined)
      this.#fault([], 'needs `customer` or `agent`.')
    if (kind === 'customers' && fields['id'] === undefined && fields['email'] == null && fields['name'] == null)
      this.#fault([], 'needs `name` or `email`.')
    const metadata = fields['metadata'] as EntryFields | null | undefined
    for (const key of [nameKey, idKey])
      if (metadata != null && Object.hasOwn(metadata, key))
        this.#fault(['metadata', key], 'is where `purser apply` keeps the name of the entry. Leave it out.')
    if (kind === 'webhooks' && !URL.canParse(String(fields['url']))) this.#fault(['url'], 'must be a URL.')
  }

  /** The fields of a policy that an entry gives by its name or by its fields. Null: the policy is to be unset. */
  #policy(field: 'policy' | 'shadowPolicy'): unknown {
    const given = this.#written.fields[field]
    if (typeof given !== 'string') return given
    const { policies } = this.#around
    const named = policies.get(given)
    if (named === undefined) this.#fault([field], this.#noSuch('policy', given, [...policies.keys()]))
    return named ?? {}
  }

  #reference(field: 'customer' | 'agent', kind: 'customers' | 'agents'): EntryReference | null {
    const given = this.#written.fields[field] as string | undefined
    if (given === undefined) return null
    const { names, project } = this.#around
    if (names[kind]?.includes(given)) return { entry: fullNameOf(project, given) }
    if (ID.test(given)) return { id: given }
    this.#fault([field], this.#noSuch(field, given, names[kind] ?? []))
    return { id: given }
  }

  #noSuch(what: string, name: string, known: readonly string[]): string {
    const nearest = nearestName(name, known)
    const hint = nearest === null ? '' : ` Did you mean ${nearest}?`
    return `names the ${what} ${JSON.stringify(name)}, which is not in the files.${hint}`
  }

  #fault(path: readonly string[], problem: string): void {
    const { source, kind, name } = this.#written
    const at = [kind, name, ...path]
    this.#around.faults.push(source.fault(at, `${at.join('.')} ${problem}`, { isName: path.length === 0 }))
  }
}

export const fullNameOf = (project: string | null, name: string): string =>
  project === null ? name : `${project}/${name}`

/** Gives cards of an agent the agent's customer, which their entries need not name. */
function withCustomers(entries: readonly FileEntry[]): FileEntry[] {
  const agents = new Map(entries.filter(({ kind }) => kind === 'agents').map((entry) => [entry.name, entry]))
  return entries.map((entry) => {
    if (entry.kind !== 'cards' || entry.customer !== null || entry.agent === null || !('entry' in entry.agent))
      return entry
    return { ...entry, customer: agents.get(entry.agent.entry)?.customer ?? null }
  })
}
