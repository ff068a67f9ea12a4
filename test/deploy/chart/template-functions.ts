import { stringify } from 'yaml'

export type Value = unknown
export type TemplateFunction = (...args: readonly never[]) => Value

const padded = (width: number, text: string): string => {
  const pad = ' '.repeat(width)
  return `${pad}${text.replaceAll('\n', `\n${pad}`)}`
}

/** What a value is written as. Helm's charts write maps and lists by `toYaml` alone. */
export function textOf(value: Value): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new Error(`this is no text: ${JSON.stringify(value)}`)
}

/** As Go templates take it: null, false, 0, and everything that is empty are false. */
export function isTrue(value: Value): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0
  return Boolean(value)
}

/** The functions of Go templates, sprig and Helm that the chart uses, except `include`. */
export const templateFunctions: Readonly<Record<string, TemplateFunction>> = {
  add: (...numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0),
  and: (...values: readonly Value[]) => values.find((value) => !isTrue(value)) ?? values.at(-1),
  contains: (part: string, text: string) => text.includes(part),
  default: (fallback: Value, value: Value) => (isTrue(value) ? value : fallback),
  fail: (message: string) => {
    throw new Error(message)
  },
  hasKey: (map: object, key: string) => Object.hasOwn(map, key),
  indent: (width: number, text: string) => padded(width, text),
  nindent: (width: number, text: string) => `\n${padded(width, text)}`,
  not: (value: Value) => !isTrue(value),
  or: (...values: readonly Value[]) => values.find((value) => isTrue(value)) ?? values.at(-1),
  printf: (format: string, ...values: readonly Value[]) => {
    let next = 0
    return format.replaceAll('%s', () => {
      next += 1
      return textOf(values[next - 1])
    })
  },
  quote: (value: Value) => JSON.stringify(textOf(value)),
  sortAlpha: (list: readonly Value[]) => list.map(textOf).toSorted(),
  toYaml: (value: Value) => stringify(value, { version: '1.1', sortMapEntries: true, lineWidth: 0 }).trimEnd(),
  trimSuffix: (suffix: string, text: string) => (text.endsWith(suffix) ? text.slice(0, -suffix.length) : text),
  trunc: (length: number, text: string) => text.slice(0, length),
  uniq: (list: readonly Value[]) => [...new Set(list)],
  values: (map: object) => Object.values(map),
}
