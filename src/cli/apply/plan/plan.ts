import type { DescribedEntries } from '../file/entries.ts'
import { type FileEntry, type EntryFields, entryKinds, type EntryReference, singularKinds } from '../file/entry.ts'
import { idKey, markedDescription, markedName, nameKey, unmarkedDescription } from '../file/mark.ts'
import { type PlannedChange, creationBody, patchBetween } from './changes.ts'
import { changeableFields, fixedDifference, isFinalObject } from './fixed-fields.ts'
import { KnownObjects } from './known-objects.ts'
import { prunedKey, pruneSteps } from './prune.ts'
import { type AccountObjects, objectId, type PlanStep } from './step.ts'

/** The steps of `purser apply`, and the problems that keep it from making them. */
export interface ApplyPlan {
  readonly steps: readonly PlanStep[]
  /** Why the files cannot be applied to this account. If there is a problem, nothing is applied. */
  readonly problems: readonly string[]
}

/**
 * Compares the files of `purser apply` with an account. Objects that no file names and that have no entry's name are left alone. Objects
 * whose entry is gone are pruned where `prune` is true and the files name a project.
 */
export function applyPlanOf(
  { project, entries }: DescribedEntries,
  account: AccountObjects,
  { prune }: { prune: boolean },
): ApplyPlan {
  const planner = new Planner(entries, new KnownObjects(account))
  const steps = entryKinds.flatMap((kind) =>
    entries.filter((entry) => entry.kind === kind).map((entry) => planner.step(entry)),
  )
  const pruned = prune && project !== null ? pruneSteps({ project, entries, account }) : []
  return { steps: [...steps, ...pruned], problems: planner.problems }
}

class Planner {
  readonly problems: string[] = []
  readonly #entries: ReadonlyMap<string, FileEntry>
  readonly #known: KnownObjects

  constructor(entries: readonly FileEntry[], known: KnownObjects) {
    this.#entries = new Map(entries.map((entry) => [`${entry.kind} ${entry.name}`, entry]))
    this.#known = known
  }

  step(entry: FileEntry): PlanStep {
    this.#checkReferences(entry)
    const actual = this.#known.of(entry)
    if (actual === undefined) return this.#create(entry)
    const { kind, name } = entry
    const same = this.#known.named(kind, name)
    if (entry.id === null && same.length > 1)
      this.#problem(
        entry,
        `is the name of ${same.map(objectId).join(' and ')}. Give the entry the \`id\` of one of them.`,
      )
    this.#checkFixed(entry, actual)
    const id = objectId(actual)
    const { body, changes } = patchBetween(kind, actual, expected(entry, actual))
    if (isFinalObject(kind, actual)) return { ...nothing(entry, id), ...finalStep(entry, actual) }
    if (changes.length === 0) return nothing(entry, id)
    const action = markedName(kind, actual) === name ? 'update' : 'adopt'
    return { ...nothing(entry, id), action, body, changes }
  }

  #create(entry: FileEntry): PlanStep {
    const { kind, name, id, fields } = entry
    if (id !== null && !this.#known.mayBeForeign(kind))
      this.#problem(
        entry,
        `has the id ${id}, and there is no such ${singularKinds[kind]}. Leave \`id\` out to make it, or correct it.`,
      )
    if (fields['status'] === 'closed')
      this.#problem(entry, 'is closed, and there is no such card. Take it out of the file.')
    const withDefaults = kind === 'agents' ? { externalId: name, ...fields } : fields
    if (kind === 'agents') {
      const other = this.#known.withExternalId(String(withDefaults['externalId' as never]))
      if (other !== undefined)
        this.#problem(
          entry,
          `has the \`externalId\` of ${objectId(other)}, which is no agent of these files. \`id: ${objectId(other)}\` in the entry takes it over.`,
        )
    }
    const { body, changes } = creationBody(marked(entry, withDefaults, undefined))
    const references = this.#referenceChanges(entry)
    const note = id === null ? null : `for ${id} of another account`
    const made = [...references, ...changes.filter(isNoMark)]
    return { ...nothing(entry, null), action: 'create', body, changes: made, note }
  }

  #referenceChanges({ customer, agent }: FileEntry): PlannedChange[] {
    return Object.entries({ customer, agent }).flatMap(([path, reference]) =>
      reference === null ? [] : [{ path, before: null, after: shown(reference) }],
    )
  }

  /** Adds a problem where the files move an existing object to another customer or agent, or change another fixed field. */
  #checkFixed(entry: FileEntry, actual: EntryFields): void {
    const field = fixedDifference(entry, actual)
    if (field !== null) this.#problem(entry, cannotChange(entry, field))
    for (const owner of ['customer', 'agent'] as const) {
      const reference = entry[owner]
      if (reference === null) continue
      const id = this.#known.idOf(reference, this.#entries, `${owner}s`)
      if (id !== actual[`${owner}Id`]) this.#problem(entry, cannotChange(entry, owner))
    }
  }

  #checkReferences(entry: FileEntry): void {
    for (const owner of ['customer', 'agent'] as const) {
      const reference = entry[owner]
      if (reference !== null && 'id' in reference && this.#known.withId(reference.id) === undefined)
        this.#problem(entry, `names the ${owner} ${reference.id}, and there is none.`)
    }
    if (entry.kind !== 'cards' || entry.agent === null || entry.customer === null || !('entry' in entry.agent)) return
    const { customer } = this.#entries.get(`agents ${entry.agent.entry}`) ?? {}
    if (customer != null && shown(customer) !== shown(entry.customer))
      this.#problem(entry, `is of another customer than its agent ${shown(entry.agent)}.`)
  }

  #problem({ kind, name }: FileEntry, problem: string): void {
    this.problems.push(`The ${singularKinds[kind]} ${name} ${problem}`)
  }
}

const nothing = ({ kind, name, customer, agent }: FileEntry, id: string | null): PlanStep => ({
  kind,
  name,
  action: 'unchanged',
  id,
  body: {},
  changes: [],
  customer,
  agent,
  note: null,
})

const shown = (reference: EntryReference): string => ('id' in reference ? reference.id : reference.entry)

const cannotChange = ({ kind }: FileEntry, field: string): string =>
  `has another \`${field}\` in the file than in the account, and that never changes. Another name for the entry makes a new ${singularKinds[kind]}.`

function finalStep({ kind, fields }: FileEntry, { status }: EntryFields): Pick<PlanStep, 'action' | 'note'> {
  if (fields['status'] === status) return { action: 'unchanged', note: null }
  const note =
    kind === 'cards'
      ? 'closed for good: take it out of the file, or give the entry another name for a new card'
      : 'disabled for good: take it out of the file, or delete the agent for a new one'
  return { action: 'final', note }
}

/** The fields that an existing object is to have: those of the file, and the mark with the name of the entry. */
function expected(entry: FileEntry, actual: EntryFields): EntryFields {
  const fields = marked(entry, changeableFields(entry), actual)
  const isBack = entry.kind === 'customers' && (actual['metadata'] as EntryFields | undefined)?.[prunedKey] === true
  return isBack ? { status: 'active', ...fields } : fields
}

/** The fields of an object with the name of its entry: in the description of a webhook, otherwise in the metadata. */
function marked(
  { kind, name, id: given }: FileEntry,
  fields: EntryFields,
  actual: EntryFields | undefined,
): EntryFields {
  const id = given !== null && given !== actual?.['id'] ? given : null
  if (kind === 'webhooks') {
    const text = fields['description'] ?? unmarkedDescription((actual?.['description'] as string | undefined) ?? '')
    return { ...fields, description: markedDescription(text as string, { name, id }) }
  }
  const stored = (actual?.['metadata'] ?? {}) as EntryFields
  const named = fields['metadata'] === null ? unset(stored) : ((fields['metadata'] ?? {}) as EntryFields)
  const back = kind === 'customers' && stored[prunedKey] === true ? { [prunedKey]: null } : {}
  const foreign = id !== null ? { [idKey]: id } : stored[idKey] === undefined ? {} : { [idKey]: null }
  return { ...fields, metadata: { ...named, ...back, [nameKey]: name, ...foreign } }
}

/** A PATCH that unsets every member of `stored`: each is null. */
const unset = (stored: EntryFields): EntryFields => Object.fromEntries(Object.keys(stored).map((name) => [name, null]))

/** Whether a change is none of the mark's: a plan shows the name of the entry on every line already. */
const isNoMark = ({ path }: PlannedChange): boolean => path !== `metadata.${nameKey}` && path !== `metadata.${idKey}`
