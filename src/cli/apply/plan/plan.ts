import type { ResolvedApplyEntries } from '../file/entries.ts'
import {
  type ApplyFileEntry,
  type ApplyEntryFields,
  applyEntryKinds,
  type ApplyEntryReference,
  singularApplyEntryKinds,
} from '../file/entry.ts'
import {
  applyIdMetadataKey,
  descriptionWithApplyMark,
  applyEntryNameOf,
  applyNameMetadataKey,
  descriptionWithoutApplyMark,
} from '../file/mark.ts'
import { type PlannedFieldChange, applyCreationBody, patchToApplyFileEntry } from './changes.ts'
import { changeableApplyEntryFields, fixedApplyFieldDifference, isClosedOrDisabled } from './fixed-fields.ts'
import { AccountObjectIndex } from './known-objects.ts'
import { applyPrunedMetadataKey, applyPruneSteps } from './prune.ts'
import { type AccountObjects, accountObjectId, type ApplyPlanStep } from './step.ts'

/** The steps of `purser apply`, and the problems that keep it from making them. */
export interface ApplyPlan {
  readonly steps: readonly ApplyPlanStep[]
  /** Why the files cannot be applied to this account. If there is a problem, nothing is applied. */
  readonly problems: readonly string[]
}

/**
 * Compares the files of `purser apply` with an account. Objects that no file names and that have no entry's name are left alone. Objects
 * whose entry is gone are pruned where `prune` is true and the files name a project.
 */
export function applyPlanOf(
  { project, entries }: ResolvedApplyEntries,
  account: AccountObjects,
  { prune }: { prune: boolean },
): ApplyPlan {
  const planner = new Planner(entries, new AccountObjectIndex(account))
  const steps = applyEntryKinds.flatMap((kind) =>
    entries.filter((entry) => entry.kind === kind).map((entry) => planner.step(entry)),
  )
  const pruned = prune && project !== null ? applyPruneSteps({ project, entries, account }) : []
  return { steps: [...steps, ...pruned], problems: planner.problems }
}

class Planner {
  readonly problems: string[] = []
  readonly #entries: ReadonlyMap<string, ApplyFileEntry>
  readonly #known: AccountObjectIndex

  constructor(entries: readonly ApplyFileEntry[], known: AccountObjectIndex) {
    this.#entries = new Map(entries.map((entry) => [`${entry.kind} ${entry.name}`, entry]))
    this.#known = known
  }

  step(entry: ApplyFileEntry): ApplyPlanStep {
    this.#checkReferences(entry)
    const actual = this.#known.of(entry)
    if (actual === undefined) return this.#create(entry)
    const { kind, name } = entry
    const same = this.#known.named(kind, name)
    if (entry.id === null && same.length > 1)
      this.#problem(
        entry,
        `is the name of ${same.map(accountObjectId).join(' and ')}. Give the entry the \`id\` of one of them.`,
      )
    this.#checkFixed(entry, actual)
    const id = accountObjectId(actual)
    const { body, changes } = patchToApplyFileEntry(kind, actual, expected(entry, actual))
    if (isClosedOrDisabled(kind, actual)) return { ...nothing(entry, id), ...finalStep(entry, actual) }
    if (changes.length === 0) return nothing(entry, id)
    const action = applyEntryNameOf(kind, actual) === name ? 'update' : 'adopt'
    return { ...nothing(entry, id), action, body, changes }
  }

  #create(entry: ApplyFileEntry): ApplyPlanStep {
    const { kind, name, id, fields } = entry
    if (id !== null && !this.#known.mayBeForeign(kind))
      this.#problem(
        entry,
        `has the id ${id}, and there is no such ${singularApplyEntryKinds[kind]}. Leave \`id\` out to make it, or correct it.`,
      )
    if (fields['status'] === 'closed')
      this.#problem(entry, 'is closed, and there is no such card. Take it out of the file.')
    const withDefaults = kind === 'agents' ? { externalId: name, ...fields } : fields
    if (kind === 'agents') {
      const other = this.#known.withExternalId(String(withDefaults['externalId' as never]))
      if (other !== undefined)
        this.#problem(
          entry,
          `has the \`externalId\` of ${accountObjectId(other)}, which is no agent of these files. \`id: ${accountObjectId(other)}\` in the entry takes it over.`,
        )
    }
    const { body, changes } = applyCreationBody(marked(entry, withDefaults, undefined))
    const references = this.#referenceChanges(entry)
    const note = id === null ? null : `for ${id} of another account`
    const made = [...references, ...changes.filter(isNoMark)]
    return { ...nothing(entry, null), action: 'create', body, changes: made, note }
  }

  #referenceChanges({ customer, agent }: ApplyFileEntry): PlannedFieldChange[] {
    return Object.entries({ customer, agent }).flatMap(([path, reference]) =>
      reference === null ? [] : [{ path, before: null, after: shown(reference) }],
    )
  }

  /** Adds a problem where the files move an existing object to another customer or agent, or change another fixed field. */
  #checkFixed(entry: ApplyFileEntry, actual: ApplyEntryFields): void {
    const field = fixedApplyFieldDifference(entry, actual)
    if (field !== null) this.#problem(entry, cannotChange(entry, field))
    for (const owner of ['customer', 'agent'] as const) {
      const reference = entry[owner]
      if (reference === null) continue
      const id = this.#known.idOf(reference, this.#entries, `${owner}s`)
      if (id !== actual[`${owner}Id`]) this.#problem(entry, cannotChange(entry, owner))
    }
  }

  #checkReferences(entry: ApplyFileEntry): void {
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

  #problem({ kind, name }: ApplyFileEntry, problem: string): void {
    this.problems.push(`The ${singularApplyEntryKinds[kind]} ${name} ${problem}`)
  }
}

const nothing = ({ kind, name, customer, agent }: ApplyFileEntry, id: string | null): ApplyPlanStep => ({
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

const shown = (reference: ApplyEntryReference): string => ('id' in reference ? reference.id : reference.entry)

const cannotChange = ({ kind }: ApplyFileEntry, field: string): string =>
  `has another \`${field}\` in the file than in the account, and that never changes. Another name for the entry makes a new ${singularApplyEntryKinds[kind]}.`

function finalStep(
  { kind, fields }: ApplyFileEntry,
  { status }: ApplyEntryFields,
): Pick<ApplyPlanStep, 'action' | 'note'> {
  if (fields['status'] === status) return { action: 'unchanged', note: null }
  const note =
    kind === 'cards'
      ? 'closed for good: take it out of the file, or give the entry another name for a new card'
      : 'disabled for good: take it out of the file, or delete the agent for a new one'
  return { action: 'final', note }
}

/** The fields that an existing object is to have: those of the file, and the mark with the name of the `purser apply` entry. */
function expected(entry: ApplyFileEntry, actual: ApplyEntryFields): ApplyEntryFields {
  const fields = marked(entry, changeableApplyEntryFields(entry), actual)
  const isBack =
    entry.kind === 'customers' &&
    (actual['metadata'] as ApplyEntryFields | undefined)?.[applyPrunedMetadataKey] === true
  return isBack ? { status: 'active', ...fields } : fields
}

/** The fields of an object with the name of its `purser apply` entry: in the description of a webhook, otherwise in the metadata. */
function marked(
  { kind, name, id: given }: ApplyFileEntry,
  fields: ApplyEntryFields,
  actual: ApplyEntryFields | undefined,
): ApplyEntryFields {
  const id = given !== null && given !== actual?.['id'] ? given : null
  if (kind === 'webhooks') {
    const text =
      fields['description'] ?? descriptionWithoutApplyMark((actual?.['description'] as string | undefined) ?? '')
    return { ...fields, description: descriptionWithApplyMark(text as string, { name, id }) }
  }
  const stored = (actual?.['metadata'] ?? {}) as ApplyEntryFields
  const named = fields['metadata'] === null ? unset(stored) : ((fields['metadata'] ?? {}) as ApplyEntryFields)
  const back = kind === 'customers' && stored[applyPrunedMetadataKey] === true ? { [applyPrunedMetadataKey]: null } : {}
  const foreign =
    id !== null
      ? { [applyIdMetadataKey]: id }
      : stored[applyIdMetadataKey] === undefined
        ? {}
        : { [applyIdMetadataKey]: null }
  return { ...fields, metadata: { ...named, ...back, [applyNameMetadataKey]: name, ...foreign } }
}

/** A PATCH that unsets every member of `stored`: each is null. */
const unset = (stored: ApplyEntryFields): ApplyEntryFields =>
  Object.fromEntries(Object.keys(stored).map((name) => [name, null]))

/**
 * False for a change of the name or id that `purser apply` keeps in `metadata`: a plan shows the name of the entry on every line already.
 */
const isNoMark = ({ path }: PlannedFieldChange): boolean =>
  path !== `metadata.${applyNameMetadataKey}` && path !== `metadata.${applyIdMetadataKey}`
