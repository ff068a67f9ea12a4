import type { ApplyEntryFields, ApplyEntryKind, ApplyEntryReference } from '../file/entry.ts'
import type { PlannedFieldChange } from './changes.ts'

/** The objects of the account that `purser apply` compares, as lists of the API answer them, the newest first. */
export type AccountObjects = Readonly<Record<ApplyEntryKind, readonly ApplyEntryFields[]>>

/**
 * The action of a step of `purser apply`. `adopt`: an object that was made by hand, or under another name, gets the name of its entry, and
 * becomes what the file says. `final`: the object is closed or disabled, which nothing changes any more. `prune`: the object is in no file
 * any more.
 */
export type ApplyStepAction = 'create' | 'adopt' | 'update' | 'unchanged' | 'final' | 'prune'

/** A step of `purser apply`, which is about one object of the account. */
export interface ApplyPlanStep {
  readonly kind: ApplyEntryKind
  /** The name of the entry of a file that the step of `purser apply` makes or changes, with the project before it. */
  readonly name: string
  readonly action: ApplyStepAction
  /** The id of the object that a step of `purser apply` is about. Null: the object is still to be made. */
  readonly id: string | null
  /** The body of the step's request, which makes or changes the object, without ids of objects that are still to be made. */
  readonly body: ApplyEntryFields
  readonly changes: readonly PlannedFieldChange[]
  /** The customer and the agent of an object that the step is to make. Null: the object has none, or exists. */
  readonly customer: ApplyEntryReference | null
  readonly agent: ApplyEntryReference | null
  /** A note about the step of `purser apply`, which people read beside its changes. */
  readonly note: string | null
}

/** Whether a step of `purser apply` changes its object. */
export const isChangingApplyStep = ({ action }: Pick<ApplyPlanStep, 'action'>): boolean =>
  action !== 'unchanged' && action !== 'final'

export const accountObjectId = (object: ApplyEntryFields): string => object['id'] as string
