import type { Event, Intent } from '@purser/client'
import { fieldNameInSentence } from '../../lib/change-words.ts'
import { fieldNameInWords, formatMoney, apiCodeAsWords } from '../../lib/format.ts'
import { intentAmount } from '../../lib/intent-amount.ts'
import { reasonLabel } from '../../lib/words/codes.ts'
import { limitWindowInWords } from '../../lib/words/windows.ts'

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const moneyIn =
  (currency: unknown) =>
  (value: unknown): string | null =>
    typeof value === 'number' ? formatMoney(value, text(currency) ?? 'USD') : null
const codeOf = (reasons: unknown): string | null =>
  Array.isArray(reasons) ? text((reasons[0] as { code?: unknown } | undefined)?.code) : null

/** A summary of an event in a few words, such as amount, merchant and reason. The page shows the whole event as JSON. */
export function eventSummary({ data }: Event): string {
  const code = codeOf(data['reasons'])
  const intent = data['intent'] as Partial<Intent> | undefined
  const cents = moneyIn(data['currency'] ?? intent?.expectedCurrency)
  const changed = data['changed']
  const threshold = data['threshold']
  return [
    text(data['merchant']) ?? text(data['expectedMerchant']),
    cents(data['amount']) ??
      (intent?.expectedAmount === undefined ? cents(data['expectedAmount']) : intentAmount(intent)),
    text(data['level']) && fieldNameInWords(String(data['level'])),
    typeof threshold === 'number'
      ? `${threshold} % of ${cents(data['limit'])} ${limitWindowInWords(String(data['window']))}`
      : null,
    Array.isArray(changed) ? changed.map((path) => fieldNameInSentence(String(path))).join(', ') : null,
    text(data['last4']) && `card ${String(data['last4'])}`,
    code && reasonLabel(code),
    text(data['reason']) && apiCodeAsWords(String(data['reason'])),
  ]
    .filter((part) => part !== null && part !== '')
    .join(' · ')
}
