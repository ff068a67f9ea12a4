import { originOf } from '../input/known-forms.ts'
import { Refusal } from '../refusal.ts'

/** The lists of a policy, each with the change that asks for one more entry: an agent asks for single entries, not for a new list. */
const ENTRIES: Readonly<Record<string, string>> = {
  'policy.allowedMerchants': 'allow.merchant',
  'policy.allowedMerchantIds': 'allow.merchantId',
  'policy.allowedMccs': 'allow.mcc',
  'policy.allowedCountries': 'allow.country',
}
const COUNTS = /(^|\.)(limits\.\w+|maxAmount|maxTransactionsPerDay|cooldownMinutes|duplicateWindowMinutes|ttl\w+)$/
const TEXTS = /^(allow\.\w+|(agent\.)?status)$/
const WORDS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null }

const refuse = (code: 'not_askable', message: string, say: string): never => {
  throw new Refusal(code, message, { fixedBy: 'you', next: { say } })
}

/** The path of a change as the API names it. Throws a `Refusal` for a change that cannot be asked for with this tool. */
export function pathOf(change: string): string {
  const path = Object.hasOwn(ENTRIES, change) ? (ENTRIES[change] as string) : change
  if (COUNTS.test(path) || TEXTS.test(path) || path === 'policy.lockToFirstMerchant') return path
  return refuse(
    'not_askable',
    'This cannot be asked for.',
    'Ask for policy.limits.perAuth, perDay, perWeek, perMonth or total, policy.maxAmount, policy.maxTransactionsPerDay, policy.cooldownMinutes, limits.perDay, allow.merchant, allow.mcc, allow.country or status; tell your owner of anything else.',
  )
}

/** The new value that an agent asks for. A text such as `42.00` is refused, because it could mean dollars or cents. */
export function valueOf(path: string, wanted: string): string | number | boolean | null {
  if (path === 'allow.origin') return originOf(wanted)
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
