import { formatExactTime, formatMoney } from '../format.ts'
import { policyFieldAtPath } from '../policy-fields.ts'
import { ruleName } from './rules.ts'

/** The rule and the values of a decline reason whose sentence is put in words. Empty for a sentence that is no reason. */
export interface DeclineReasonContext {
  readonly rule?: string
  readonly observed?: unknown
  readonly limit?: unknown
  readonly add?: unknown
  readonly nearestShop?: unknown
  /** The currency of amounts in the sentence. */
  readonly currency?: string
}

/** A part of a sentence: Purser's words, a text of an agent or merchant, a merchant category, or a name that only the API knows. */
export interface ApiSentencePart {
  readonly kind: 'words' | 'others' | 'category' | 'code'
  readonly text: string
}

const BACKTICKED = /`([^`]*)`/
const MOMENT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g

/** A status or reaction in the API's sentence: a lower-case word that is shown unchanged. */
const READABLE = /^[a-z]+$/

/**
 * Divides a sentence of the API into parts for people: fields get the labels of the forms, times the account's zone, cents their currency.
 * A text of an agent or merchant is a part of its own, so that its characters cannot reverse the words around it.
 */
export function apiSentenceParts(sentence: string, about: DeclineReasonContext = {}): ApiSentencePart[] {
  const moments = sentence.replaceAll(MOMENT, formatExactTime)
  return moments
    .split(BACKTICKED)
    .flatMap((text, index) => (index % 2 === 1 ? [named(text)] : piecesOf(inMoney(text, about), about)))
    .filter(({ text }) => text !== '')
}

/** A sentence of the API for people as one text, for titles and labels. */
export const apiSentenceText = (sentence: string, about?: DeclineReasonContext): string =>
  apiSentenceParts(sentence, about)
    .map(({ text }) => text)
    .join('')

function named(name: string): ApiSentencePart {
  const field = policyFieldAtPath(name)
  if (field !== undefined) return { kind: 'words', text: `“${isLimit(name) ? ruleName(name) : field.label}”` }
  return { kind: READABLE.test(name) ? 'words' : 'code', text: name }
}

const isLimit = (name: string): boolean => name.startsWith('limits.')

/**
 * Writes the cents of a remedy as money: in `Raise ... to at least 14900`, or `14900 (€149.00)` in other currencies than USD, if the rule
 * limits amounts.
 */
const inMoney = (text: string, { rule = '', currency }: DeclineReasonContext): string =>
  isLimit(rule) || rule === 'maxAmount'
    ? text.replace(
        /\b(at least) (\d+)\b(?: \([^)]*\))?/,
        (_whole, before: string, cents: string) => `${before} ${formatMoney(Number(cents), currency)}`,
      )
    : text

function piecesOf(
  text: string,
  { rule = '', observed, limit, add, nearestShop }: DeclineReasonContext,
): ApiSentencePart[] {
  const others = [observed, limit, add, nearestShop].filter(
    (one): one is string => typeof one === 'string' && one !== '',
  )
  const [first] = others.filter((one) => text.includes(one)).toSorted((one, other) => other.length - one.length)
  if (first === undefined) return [{ kind: 'words', text }]
  const [before = '', ...after] = text.split(first)
  const kind = rule.endsWith('Mccs') ? 'category' : 'others'
  return [
    { kind: 'words', text: before },
    { kind, text: first },
    ...piecesOf(after.join(first), { rule, observed, limit, add, nearestShop }),
  ]
}
