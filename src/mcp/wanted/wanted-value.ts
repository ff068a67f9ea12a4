import { limitWindows } from '../../contract/policy.ts'
import { policyFields, policyRowOf } from '../../contract/policy-sheet/policy-sheet.ts'
import type { PolicySheetRow } from '../../contract/policy-sheet/row.ts'
import { originOfAddress } from '../input/known-forms.ts'
import { ToolRefusal } from '../refusal.ts'

const fields = policyFields.map((field) => ({ field, row: policyRowOf(field) }))

/** The change that adds one entry to each allow list: an agent requests single entries, and not a new list. */
const ENTRIES: Readonly<Record<string, string>> = Object.fromEntries(
  fields.flatMap(({ field, row }) =>
    row.kind === 'list' && row.looser === 'further' ? [[`policy.${field}`, `allow.${row.of}`]] : [],
  ),
)

const askable = fields.filter(({ row }) => row.request === 'value')
const namesOf = (...kinds: readonly PolicySheetRow['kind'][]) =>
  askable.filter(({ row }) => kinds.includes(row.kind)).map(({ field }) => field)

const COUNTED = namesOf('money', 'minutes', 'days', 'count', 'percent')
const SWITCHED = namesOf('yes-no')
/** The fields of a policy with a value for each window. */
const WINDOWED = namesOf('windows')
const COUNTS = new RegExp(`(^|\\.)(${[...WINDOWED.map((field) => `${field}\\.\\w+`), ...COUNTED].join('|')})$`)
const TEXTS = /^(allow\.\w+|(agent\.)?status)$/
const WORDS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null }

const CHANGES = [
  ...WINDOWED.map((field) => `policy.${field}.${limitWindows.join(', ')}`),
  ...[...COUNTED, ...SWITCHED].map((field) => `policy.${field}`),
  'limits.perDay',
  ...Object.values(ENTRIES),
]

const refuse = (code: 'not_askable', message: string, say: string): never => {
  throw new ToolRefusal(code, message, { fixedBy: 'you', next: { say } })
}

/** The API's path of a change. Throws a `ToolRefusal` for a change that this tool cannot request. */
export function apiPathOfWantedChange(change: string): string {
  const path = Object.hasOwn(ENTRIES, change) ? (ENTRIES[change] as string) : change
  if (COUNTS.test(path) || TEXTS.test(path) || SWITCHED.some((field) => path === `policy.${field}`)) return path
  return refuse(
    'not_askable',
    'This cannot be asked for.',
    `Ask for ${CHANGES.join(', ')} or status; tell your owner of anything else.`,
  )
}

/** The new value that an agent requests. A text such as `42.00` is refused, because it could mean dollars or cents. */
export function wantedChangeValueOf(path: string, wanted: string): string | number | boolean | null {
  if (path === 'allow.origin') return originOfAddress(wanted)
  if (TEXTS.test(path)) return wanted
  if (COUNTS.test(path)) {
    return /^\d{1,15}$/.test(wanted)
      ? Number(wanted)
      : refuse(
          'not_askable',
          '`wanted` is not a whole number.',
          'Send a whole number, amounts in minor units: 4200 for USD 42.00.',
        )
  }
  return WORDS[wanted] ?? wanted
}
