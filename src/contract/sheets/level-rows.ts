import { Limits, LimitsInput, Policy } from '../policy.ts'
import { FreeForm, Id, NullableTimestamp } from '../primitives.ts'
import { ShadowPolicy } from '../resources/shadows.ts'
import { objectFieldFlag } from './flags.ts'
import type { CallersField, ListColumn, SheetRow } from './row.ts'

/** The id of a resource. */
export const idRow = {
  schema: Id,
  shown: 'always',
  stored: 'word',
  set: 'never',
  audited: null,
  listed: { at: 1, title: 'id', as: 'text', fit: 'whole' },
} as const satisfies SheetRow

/** When a resource was made. */
export const createdAtRow = {
  schema: NullableTimestamp,
  shown: 'always',
  stored: 'time',
  set: 'never',
  audited: null,
  listed: { at: 99, title: 'created', as: 'time', fit: 'whole-or-out' },
} as const satisfies SheetRow

/** The column of a status in lists. */
export const statusListColumn = { at: 2, title: 'status', as: 'status', fit: 'whole' } as const satisfies ListColumn

/** The parts of rules in common. */
const rules = {
  answered: 'as-sent',
  create: 'optional',
  update: 'unset',
  default: null,
  file: 'own',
} as const satisfies Partial<CallersField>

/** The parts of a field that customers, agents and cards have. Its places are those of the resource. */
export const policyRow = { schema: Policy, shown: 'always', stored: 'json', listed: null } as const
export const policySet = {
  ...rules,
  input: null,
  merge: 'policy',
  callersText: 'policy',
  flags: {
    at: 90,
    kind: 'policy',
    of: [
      {
        name: 'policy',
        member: null,
        value: 'JSON',
        description: 'The rest of the policy, as JSON. The flags above are put into it.',
      },
    ],
  },
} as const satisfies Partial<CallersField>

export const shadowPolicyRow = { schema: ShadowPolicy, shown: 'if-set', stored: 'json', listed: null } as const
export const shadowSet = { ...rules, input: null, merge: 'shadow', callersText: 'policy', flags: null } as const

export const limitsRow = { schema: Limits, stored: 'json', listed: null } as const
export const limitsSet = { ...rules, input: LimitsInput, merge: 'caps', callersText: 'none', flags: null } as const

export const metadataRow = { schema: FreeForm, stored: 'json', listed: null } as const
export const metadataSet = {
  input: null,
  create: 'optional',
  update: 'unset',
  default: null,
  merge: 'free-form',
  callersText: 'none',
  answered: 'as-sent',
  file: 'same',
  flags: objectFieldFlag(91, 'metadata', 'JSON', 'Data of your own, as JSON.'),
} as const satisfies Partial<CallersField>
