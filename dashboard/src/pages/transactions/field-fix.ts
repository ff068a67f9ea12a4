import type { Evaluation, Reason } from '@purser/client'
import { policyRowOfField, type ShownPolicyRow } from '../../lib/policy-rows.ts'
import type { PolicyLevel } from '../../api/level-queries.ts'

/** The fields of a customer, agent or card from which a fix of a declined purchase is computed. */
export interface FieldFixLevel {
  readonly id: string
  readonly status: string
  readonly policy: object
  readonly limits?: object
  readonly createdAt: string | null
}

/** A field of a level, with a value under which the declined purchase would pass the rule. */
export interface DeclineFieldFix {
  readonly level: PolicyLevel
  /** The path of the field that the fix changes: `policy.limits.perDay`, `limits.perDay` for a cap, `status`. */
  readonly path: readonly string[]
  readonly kind: 'money' | 'number' | 'list' | 'choice'
  /** The present value of the policy field, cap or status. Undefined: the level does not set it. */
  readonly before: unknown
  readonly after: unknown
}

export type SavedDeclineFieldFix = DeclineFieldFix & { readonly id: string; readonly isUndo: boolean }

/** A change that fixed a declined purchase, and the evaluation of the same purchase after it. */
export interface EvaluatedDeclineFieldFix {
  readonly made: SavedDeclineFieldFix
  readonly evaluation: Evaluation
}

/** The level whose field a fix changes. If no level sets the field, it is the card, because a change there affects nothing else. */
export const levelOfFieldFix = ({ level }: Reason): PolicyLevel => (level === 'default' ? 'card' : level)

/** The change that fixes a decline reason. Undefined if no field of the level does: a closed card, a merchant without a name. */
export function fieldFixOfDeclineReason(
  reason: Reason,
  holder: FieldFixLevel,
  moment: { at: number },
): DeclineFieldFix | undefined {
  const fix = fixOf(reason, holder, moment.at)
  if (fix === undefined) return undefined
  const [path, kind, valueOf] = fix
  const before = valueAtPath(holder, path)
  return { level: levelOfFieldFix(reason), path, kind, before, after: valueOf(before) }
}

type Fix = readonly [path: readonly string[], kind: DeclineFieldFix['kind'], valueOf: (before: unknown) => unknown]

function fixOf(reason: Reason, holder: FieldFixLevel, at: number): Fix | undefined {
  const { rule, code, observed, limit, retryAt } = reason
  if (rule === 'status') return reason.retryable ? [['status'], 'choice', () => 'active'] : undefined
  const row = policyRowOfField(rule)
  if (!row) return undefined
  const path = code === 'limit_exceeded' ? rule.split('.') : ['policy', ...rule.split('.')]
  const kind = row.kind === 'money' || row.kind === 'windows' ? 'money' : 'number'
  const fixes: Readonly<Record<NonNullable<ShownPolicyRow['remedy']>, Fix | undefined>> = {
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
    return [path, 'list', (before) => [...policyListEntriesOf(before), entry]]
  if (rule.startsWith('blocked') && typeof limit === 'string')
    return [
      path,
      'list',
      (before) => policyListEntriesOf(before).filter((one) => one.toLowerCase() !== limit.toLowerCase()),
    ]
  return undefined
}

export const policyListEntriesOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? (value as string[]) : []

/** How many whole minutes of a waiting time of `limit` minutes have passed by `at`. A waiting time of so many minutes would be over. */
const minutesPast = (limit: number, retryAt: string, at: number): number =>
  Math.max(0, Math.floor(limit - (new Date(retryAt).getTime() - at) / 60_000))

/** The maximum age with which a card can buy again: its present age and an hour, in minutes, or its age and a day, in days. */
function moreThanAge({ kind }: ShownPolicyRow, { createdAt }: FieldFixLevel, at: number): number {
  const age = at - new Date(createdAt ?? at).getTime()
  return kind === 'days' ? Math.ceil(age / 86_400_000) + 1 : Math.ceil(age / 60_000) + 60
}

export const valueAtPath = (holder: object, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], holder)

/** A merge patch for one field. Undefined as the value unsets the field. */
export const fieldMergePatch = (path: readonly string[], value: unknown): Record<string, unknown> =>
  path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value ?? null) as Record<string, unknown>
