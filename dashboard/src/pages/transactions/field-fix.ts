import type { Evaluation, Reason } from '@purser/client'
import { rowNamed, type ShownRow } from '../../lib/policy-rows.ts'
import type { Level } from '../../api/resources.ts'

/** A customer, an agent or a card, as far as a purchase depends on it. */
export interface Holder {
  readonly id: string
  readonly status: string
  readonly policy: object
  readonly limits?: object
  readonly createdAt: string | null
}

/** A field of a level, and a value with which the purchase would pass the rule. */
export interface FieldFix {
  readonly level: Level
  /** `policy.limits.perDay`, `limits.perDay` for a cap, `status`. */
  readonly path: readonly string[]
  readonly kind: 'money' | 'number' | 'list' | 'choice'
  /** Undefined where the level does not set it. */
  readonly before: unknown
  readonly after: unknown
}

export type Made = FieldFix & { readonly id: string; readonly isUndo: boolean }

/** The change that was made, and the decision that the same purchase gets since. */
export interface Change {
  readonly made: Made
  readonly evaluation: Evaluation
}

/** The level that is to be changed. Where none set the field, the card is the one that nothing else depends on. */
export const levelToFix = ({ level }: Reason): Level => (level === 'default' ? 'card' : level)

/** The change that fixes a reason. Undefined if no field of the level does: a closed card, a merchant without a name. */
export function fieldFixOf(reason: Reason, holder: Holder, moment: { at: number }): FieldFix | undefined {
  const fix = fixOf(reason, holder, moment.at)
  if (fix === undefined) return undefined
  const [path, kind, valueOf] = fix
  const before = valueAt(holder, path)
  return { level: levelToFix(reason), path, kind, before, after: valueOf(before) }
}

type Fix = readonly [path: readonly string[], kind: FieldFix['kind'], valueOf: (before: unknown) => unknown]

function fixOf(reason: Reason, holder: Holder, at: number): Fix | undefined {
  const { rule, code, observed, limit, retryAt } = reason
  if (rule === 'status') return reason.retryable ? [['status'], 'choice', () => 'active'] : undefined
  const row = rowNamed(rule)
  if (!row) return undefined
  const path = code === 'limit_exceeded' ? rule.split('.') : ['policy', ...rule.split('.')]
  const kind = row.kind === 'money' || row.kind === 'windows' ? 'money' : 'number'
  const fixes: Readonly<Record<NonNullable<ShownRow['remedy']>, Fix | undefined>> = {
    raise: [path, kind, () => observed],
    'wait-less': retryAt === undefined ? undefined : [path, kind, () => minutesPast(Number(limit), retryAt, at)],
    'live-longer': [path, kind, () => moreThanAge(row, holder, at)],
    loosest: [path, 'choice', () => (row.kind === 'choice' ? Object.keys(row.choices)[0] : false)],
    entry: listFix(reason, path),
  }
  return row.remedy === null ? undefined : fixes[row.remedy]
}

function listFix({ rule, observed, limit, add }: Reason, path: readonly string[]): Fix | undefined {
  const entry = add ?? observed
  if (rule.startsWith('allowed') && typeof entry === 'string')
    return [path, 'list', (before) => [...entries(before), entry]]
  if (rule.startsWith('blocked') && typeof limit === 'string')
    return [path, 'list', (before) => entries(before).filter((one) => one.toLowerCase() !== limit.toLowerCase())]
  return undefined
}

export const entries = (value: unknown): readonly string[] => (Array.isArray(value) ? (value as string[]) : [])

/** Whole minutes since what the wait is counted from: so long a wait is over. */
const minutesPast = (limit: number, retryAt: string, at: number): number =>
  Math.max(0, Math.floor(limit - (new Date(retryAt).getTime() - at) / 60_000))

/** An hour or a day more than the card has lived. */
function moreThanAge({ kind }: ShownRow, { createdAt }: Holder, at: number): number {
  const age = at - new Date(createdAt ?? at).getTime()
  return kind === 'days' ? Math.ceil(age / 86_400_000) + 1 : Math.ceil(age / 60_000) + 60
}

export const valueAt = (holder: object, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], holder)

/** A merge patch of that field alone; a value of undefined unsets it. */
export const patchOf = (path: readonly string[], value: unknown): Record<string, unknown> =>
  path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value ?? null) as Record<string, unknown>
