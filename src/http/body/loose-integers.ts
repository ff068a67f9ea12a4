import type { TSchema } from 'typebox'
import { arrayEntryPath, objectMemberPath } from '../../contract/complaints/json-path.ts'

/** The mark in place of an integer that was written with a fraction or an exponent: `1.0`, `1e2`. */
const LOOSE = Symbol('an integer written loosely')

/**
 * Matches a number with a fraction or an exponent, where a JSON value can start. A match inside a string does no harm: it only makes
 * `markLooseJsonIntegers` parse the text again.
 */
const LOOSE_NUMBER = /[:,[]\s*-?\d+[.eE]/

/**
 * Parses a JSON text again, with the mark `LOOSE` in place of each integer that was written with a fraction or an exponent. Undefined where
 * the text has no such number. Only bodies that seem to have one are parsed twice; the second parsing reads the source of each number.
 */
export function markLooseJsonIntegers(text: string): unknown {
  if (!LOOSE_NUMBER.test(text)) return undefined
  return JSON.parse(text, (_name, value: unknown, context?: { source?: string }) =>
    Number.isInteger(value) && /[.eE]/.test(context?.source ?? '') ? LOOSE : value,
  )
}

interface Node {
  type?: string
  anyOf?: Node[]
  items?: Node
  properties?: Record<string, Node>
}

/**
 * The path of the first integer that was written with a fraction or an exponent, in a field that the schema declares an integer. Free-form
 * objects are not searched.
 */
export const pathOfLooseJsonInteger = (schema: TSchema, marked: unknown): string | undefined =>
  find([schema], marked, '')

function find(schemas: readonly Node[], marked: unknown, path: string): string | undefined {
  const nodes = schemas.flatMap((node) => node.anyOf ?? [node])
  if (marked === LOOSE) return nodes.some((node) => node.type === 'integer') ? path : undefined
  if (Array.isArray(marked)) return findInArray(nodes, marked, path)
  if (typeof marked === 'object' && marked !== null) return findInObject(nodes, marked, path)
  return undefined
}

function findInArray(nodes: readonly Node[], marked: readonly unknown[], path: string): string | undefined {
  const items = nodes.flatMap((node) => node.items ?? [])
  if (items.length === 0) return undefined
  return firstOf(marked.entries(), (index, entry) => find(items, entry, arrayEntryPath(path, index)))
}

function findInObject(nodes: readonly Node[], marked: object, path: string): string | undefined {
  const known = nodes.map((node) => node.properties).filter((properties) => properties !== undefined)
  if (known.length === 0) return undefined
  return firstOf(Object.entries(marked), (name, member) => {
    const schemas = known.flatMap((properties) => properties[name] ?? [])
    return schemas.length === 0 ? undefined : find(schemas, member, objectMemberPath(path, name))
  })
}

function firstOf<K>(
  entries: Iterable<[K, unknown]>,
  look: (key: K, value: unknown) => string | undefined,
): string | undefined {
  for (const [key, value] of entries) {
    const found = look(key, value)
    if (found !== undefined) return found
  }
  return undefined
}
