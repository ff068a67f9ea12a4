import { CommandError } from '../../command-error.ts'
import { exitCodes } from '../../exit-codes.ts'
import { exitCodeOfApiError } from '../../remote/client.ts'
import { singularApplyEntryKinds } from '../file/entry.ts'
import { plannedChangeAllowsMore } from '../plan/allows-more.ts'
import type { ApplyPlan } from '../plan/plan.ts'
import type { ApplyStepAction, ApplyPlanStep } from '../plan/step.ts'
import type { ApplyOutcome } from './apply-plan.ts'

const MOST_WARNINGS = 10

/** A summary of the steps that `purser apply` has made, as text. Failures are in the error that ends the command. */
export function applyOutcomeLines({ done, warnings }: ApplyOutcome): string[] {
  const verbs = { create: 'created', adopt: 'taken over', update: 'updated', prune: 'pruned' } as const
  const counts = Object.entries(verbs).flatMap(([action, verb]) => {
    const count = done.filter((step) => step.action === action).length
    return count === 0 ? [] : [`${count} ${verb}`]
  })
  const more = warnings.length > MOST_WARNINGS ? [`  and ${warnings.length - MOST_WARNINGS} more`] : []
  return [
    `Done: ${counts.length === 0 ? 'nothing' : counts.join(', ')}.`,
    ...(warnings.length === 0 ? [] : ['Warnings about these rules:']),
    ...warnings.slice(0, MOST_WARNINGS).map((warning) => `  ${warning}`),
    ...more,
  ]
}

const MOST_FAILURES = 20

/** The error that ends `purser apply` where some steps were not made. */
export function applyCommandError({ done, failures, skipped }: ApplyOutcome): CommandError {
  const shown = failures.slice(0, MOST_FAILURES).map(({ step, error }) => {
    const where = error.param === undefined ? '' : ` (${error.param})`
    return `  ${singularApplyEntryKinds[step.kind]} ${step.name}: ${error.message}${where}${error.hint === undefined ? '' : ` ${error.hint}`}`
  })
  const more = failures.length > MOST_FAILURES ? [`  and ${failures.length - MOST_FAILURES} more`] : []
  const rest = skipped.length === 0 ? '' : `, ${skipped.length} not tried`
  const message = [
    `${failures.length} of the changes failed${rest}, and ${done.length} were made. The same command goes on from here.`,
    ...shown,
    ...more,
  ].join('\n')
  const problems = failures.map(
    ({ step: { kind, name }, error: { code, message: problem, param, hint, requestId } }) => ({
      kind,
      name,
      code,
      message: problem,
      param,
      hint,
      requestId,
    }),
  )
  return new CommandError(message, exitCodeOfAll(failures.map(({ error }) => exitCodeOfApiError(error))), {
    code: 'incomplete',
    failures: problems,
  })
}

/**
 * The exit code of an apply with several failures: `failed` if any request failed, else `unreachable` if the node was away, else `refused`.
 */
const exitCodeOfAll = (codes: readonly number[]): number =>
  [exitCodes.failed, exitCodes.unreachable].find((code) => codes.includes(code)) ?? exitCodes.refused

/** The plan of `purser apply` and its outcome, for programs. `outcome` is null where nothing was applied. */
export function reportOfApplyCommand({ steps }: ApplyPlan, outcome: ApplyOutcome | null): object {
  const ids = new Map((outcome?.done ?? []).map(({ kind, name, id }) => [`${kind} ${name}`, id]))
  const count = (action: ApplyStepAction) => steps.filter((step) => step.action === action).length
  return {
    counts: {
      create: count('create'),
      adopt: count('adopt'),
      update: count('update'),
      prune: count('prune'),
      unchanged: count('unchanged') + count('final'),
    },
    applied: outcome !== null,
    steps: steps
      .filter(({ action }) => action !== 'unchanged')
      .map((step) => ({ ...shown(step), id: ids.get(`${step.kind} ${step.name}`) ?? step.id })),
    ...(outcome === null
      ? {}
      : { done: outcome.done.length, failed: outcome.failures.length, warnings: outcome.warnings }),
  }
}

const shown = ({ kind, name, action, id, changes, note }: ApplyPlanStep) => ({
  kind,
  name,
  action,
  id,
  changes: changes.map((change) => ({
    ...change,
    ...(action !== 'create' && plannedChangeAllowsMore(change) ? { allowsMore: true } : {}),
  })),
  ...(note === null ? {} : { note }),
})
