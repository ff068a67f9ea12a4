import type { TerminalColour, TerminalScreen } from '../../terminal/screen.ts'
import { cutTextToTerminalWidth, printableText } from '../../terminal/text.ts'
import { singularApplyEntryKinds } from '../file/entry.ts'
import { plannedChangeAllowsMore } from './allows-more.ts'
import type { PlannedFieldChange } from './changes.ts'
import { type ApplyStepAction, isChangingApplyStep, type ApplyPlanStep } from './step.ts'

const paints: Readonly<Record<ApplyStepAction, TerminalColour>> = {
  create: 'green',
  adopt: 'yellow',
  update: 'yellow',
  unchanged: 'dim',
  final: 'dim',
  prune: 'red',
}

/** A plan of `purser apply` as text: each object that changes, field by field. Objects that stay as they are are only counted. */
export function applyPlanLines(steps: readonly ApplyPlanStep[], screen: TerminalScreen): string[] {
  const listed = steps.filter(({ action }) => action !== 'unchanged')
  const more = listed
    .filter(({ action }) => action !== 'create')
    .flatMap(({ changes }) => changes.filter(plannedChangeAllowsMore)).length
  return [
    ...listed.flatMap((step) => stepLines(step, screen)),
    ...(listed.length === 0 ? [] : ['']),
    applyPlanSummary(steps),
    ...(more === 0 ? [] : [`${more === 1 ? 'One change' : `${more} changes`} may allow more spending than before.`]),
    ...pruneWarning(steps, screen),
  ]
}

/** The counts of a `purser apply` plan as text: `2 to create, 1 to update; 997 unchanged.` */
export function applyPlanSummary(steps: readonly ApplyPlanStep[]): string {
  const count = (action: ApplyStepAction) => steps.filter((step) => step.action === action).length
  const verbs = { create: 'to create', adopt: 'to take over', update: 'to update', prune: 'to prune' } as const
  const counts = Object.entries(verbs).flatMap(([action, verb]) => {
    const number = count(action as ApplyStepAction)
    return number === 0 ? [] : [`${number} ${verb}`]
  })
  const same = count('unchanged') + count('final')
  return `${counts.length === 0 ? 'Nothing to change' : `Plan: ${counts.join(', ')}`}; ${same} unchanged.`
}

function pruneWarning(steps: readonly ApplyPlanStep[], screen: TerminalScreen): string[] {
  const count = steps.filter(({ action }) => action === 'prune').length
  if (count === 0) return []
  const what = count === 1 ? 'One object is' : `${count} objects are`
  return [
    screen.paint(
      'red',
      `${what} in no file any more. Cards that are closed and agents that are deleted never come back.`,
    ),
  ]
}

function stepLines(step: ApplyPlanStep, screen: TerminalScreen): string[] {
  const { kind, name, action, id, changes, note } = step
  const what = action === 'adopt' ? 'take over' : action === 'final' ? 'left alone' : action
  const head = [
    screen.paint(paints[action], what),
    singularApplyEntryKinds[kind],
    printableText(name),
    ...(id === null ? [] : [screen.paint('dim', id)]),
  ]
  const notes = note === null ? [] : [`    ${note}`]
  const shown = isChangingApplyStep(step) ? changes : []
  return [head.join(' '), ...shown.map((change) => changeLine(change, action, screen)), ...notes]
}

function changeLine(change: PlannedFieldChange, action: ApplyStepAction, screen: TerminalScreen): string {
  const { path, before, after } = change
  const [sign, paint] =
    before === null ? (['+', 'green'] as const) : after === null ? (['-', 'red'] as const) : (['~', 'yellow'] as const)
  const values = before === null ? inJson(after) : after === null ? inJson(before) : becoming(before, after)
  const mark = action !== 'create' && plannedChangeAllowsMore(change) ? '  (may allow more)' : ''
  const room = screen.width - 6 - mark.length
  return `    ${screen.paint(paint, sign)} ${cutTextToTerminalWidth(printableText(`${path}: ${values}`), Math.max(20, room))}${mark}`
}

/** The change of an object's field by `purser apply` as text: `2500 -> 5000`, or the items that a list gains and loses. */
function becoming(before: unknown, after: unknown): string {
  if (!Array.isArray(before) || !Array.isArray(after)) return `${inJson(before)} -> ${inJson(after)}`
  const [old, fresh] = [new Set(before.map(inJson)), new Set(after.map(inJson))]
  const added = [...fresh.difference(old)].map((entry) => `+${entry}`)
  const removed = [...old.difference(fresh)].map((entry) => `-${entry}`)
  const changed = [...added, ...removed]
  return changed.length === 0 ? `${inJson(before)} -> ${inJson(after)}` : changed.join(' ')
}

const inJson = (value: unknown): string => JSON.stringify(value)
