import { Type } from 'typebox'
import { Limits, LimitsInput, Policy } from '../policy.ts'
import { FreeFormObject, Id, NullableTimestamp } from '../primitives.ts'
import { ShadowPolicy } from '../resources/shadows.ts'
import { objectFieldSheetFlag, textFieldSheetFlag } from './flags.ts'
import type { CallerSetField, SheetListColumn, ResourceSheetRow } from './row.ts'

/** The id of a resource. */
export const resourceIdRow = {
  schema: Id,
  shown: 'always',
  stored: 'word',
  set: 'never',
  audited: null,
  listed: { at: 1, title: 'id', as: 'text', fit: 'whole' },
} as const satisfies ResourceSheetRow

/** When a resource was made. */
export const resourceCreatedAtRow = {
  schema: NullableTimestamp,
  shown: 'always',
  stored: 'time',
  set: 'never',
  audited: null,
  listed: { at: 99, title: 'created', as: 'time', fit: 'whole-or-out' },
} as const satisfies ResourceSheetRow

/** The column of a status in lists. */
export const statusListColumn = {
  at: 2,
  title: 'status',
  as: 'status',
  fit: 'whole',
} as const satisfies SheetListColumn

/** The parts that the fields `policy`, `shadowPolicy` and `limits` have in common. */
const rules = {
  answered: 'as-sent',
  create: 'optional',
  update: 'unset',
  default: null,
  file: 'own',
} as const satisfies Partial<CallerSetField>

/** The row of the field `policy` of customers, agents and cards, without its places, which each of these resources sets. */
export const levelPolicyRow = { schema: Policy, shown: 'always', stored: 'json', listed: null } as const
export const levelPolicyInput = {
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
} as const satisfies Partial<CallerSetField>

export const levelShadowPolicyRow = { schema: ShadowPolicy, shown: 'if-set', stored: 'json', listed: null } as const
export const levelShadowPolicyInput = {
  ...rules,
  input: null,
  merge: 'shadow',
  callersText: 'policy',
  flags: null,
} as const

export const levelLimitsRow = { schema: Limits, stored: 'json', listed: null } as const
export const levelLimitsInput = {
  ...rules,
  input: LimitsInput,
  merge: 'caps',
  callersText: 'none',
  flags: null,
} as const

export const resourceMetadataRow = { schema: FreeFormObject, stored: 'json', listed: null } as const
export const resourceMetadataInput = {
  input: null,
  create: 'optional',
  update: 'unset',
  default: null,
  merge: 'free-form',
  callersText: 'none',
  answered: 'as-sent',
  file: 'same',
  flags: objectFieldSheetFlag(91, 'metadata', 'JSON', 'Data of your own, as JSON.'),
} as const satisfies Partial<CallerSetField>

/** The cost center of a level. A purchase has that of its card, else that of the agent, else that of the customer. */
export const CostCenter = Type.String({
  minLength: 1,
  maxLength: 64,
  description:
    'The cost center, a text of your own: the part of the business that purchases are for. A purchase has the cost center of its card, else of its agent, else of its customer, as it is at the authorization.',
})
export const costCenterRow = {
  schema: CostCenter,
  shown: 'if-set',
  stored: 'text',
  listed: { at: 80, title: 'cost center', as: 'text', fit: 'optional' },
} as const satisfies Partial<ResourceSheetRow>
export const costCenterSet = {
  input: null,
  create: 'optional',
  update: 'unset',
  default: null,
  merge: 'replace',
  callersText: 'whole',
  answered: 'as-sent',
  file: 'same',
  flags: textFieldSheetFlag(80, 'cost-center', 'NAME', 'The cost center of the purchases.'),
} as const satisfies Partial<CallerSetField>
