import type { JsonPath } from './json-path.ts'

/**
 * Matches the beginning of a JSON number that `JSON.parse` may change: with 16 digits or an exponent, where a JSON value can start. Numbers
 * with fewer digits never change. A match inside a string does no harm: the text is only parsed once more.
 */
const SUSPICIOUS = /(?:^|[:,[])\s*-?(?:\d[\d.]{15}|[\d.]+[eE])/

/** The mark in place of a number that `JSON.parse` has changed. */
const INEXACT = Symbol('a number that comes out as another one')

/**
 * Finds the first number of a JSON text that comes out of `JSON.parse` as another number. The text must be one that `JSON.parse` accepts,
 * and its nesting bounded. A text without long numbers costs one search.
 */
export function inexactJsonNumber(text: string): JsonPath | undefined {
  if (!SUSPICIOUS.test(text)) return undefined
  const marked: unknown = JSON.parse(text, (_name, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' && !isExactJsonNumber(context?.source ?? '', value) ? INEXACT : value,
  )
  return pathOfMark(marked)
}

/**
 * Whether a JSON number was parsed without a change: it has the same value when it is written again, and a whole number in digits is one
 * that every reader of JSON keeps (up to 2^53 - 1). Beyond that only some numbers are kept, so ids would pass in one test and change in
 * another.
 */
export function isExactJsonNumber(source: string, value: number): boolean {
  if (/^[-+]?\d+$/.test(source) && !Number.isSafeInteger(value)) return false
  return decimal(source) === decimal(String(value))
}

const DECIMAL = /^[-+]?(\d*)\.?(\d*)(?:e([-+]?\d+))?$/i

/** The digits of a number and the power of ten of its last digit, without a sign. They are the same for `0.10` and `1e-1`. */
function decimal(written: string): string {
  const [, whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(written) ?? []
  const digits = whole + fraction
  let [start, end] = [0, digits.length]
  while (digits[start] === '0') start += 1
  while (end > start && digits[end - 1] === '0') end -= 1
  if (start === end) return '0'
  return `${digits.slice(start, end)}e${Number(exponent) - fraction.length + digits.length - end}`
}

function pathOfMark(value: unknown): JsonPath | undefined {
  if (value === INEXACT) return []
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, member] of Object.entries(value)) {
    const path = pathOfMark(member)
    if (path !== undefined) return [Array.isArray(value) ? Number(name) : name, ...path]
  }
  return undefined
}
