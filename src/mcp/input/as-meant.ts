/** The keywords of a tool's input schema that say which form a value has. */
export interface ValueForm {
  readonly type?: string
  readonly properties?: Readonly<Record<string, ValueForm>>
  readonly items?: ValueForm
}

const INTEGER = /^-?\d{1,15}$/
const TRUTHS: Readonly<Record<string, boolean>> = { true: true, false: false }

/**
 * A value in the form of its schema, where what was sent has exactly one meaning: models and clients lose types on the way. Anything else is
 * returned as it is, and refused by the check: `"42.00"` may be dollars or cents.
 */
export function asMeant(form: ValueForm, value: unknown): unknown {
  const { type, items = {}, properties = {} } = form
  switch (type) {
    case 'string':
      return Number.isSafeInteger(value) ? String(value) : value
    case 'integer':
      return typeof value === 'string' && INTEGER.test(value) ? Number(value) : value
    case 'boolean':
      return typeof value === 'string' ? (TRUTHS[value.toLowerCase()] ?? value) : value
    case 'array':
      return listOf(value)?.map((entry) => asMeant(items, entry)) ?? value
    case 'object':
      return isObject(value) ? membersAsMeant(properties, value) : value
    default:
      return value
  }
}

const membersAsMeant = (properties: NonNullable<ValueForm['properties']>, value: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => !isAbsent(member))
      .map(([name, member]) => [
        name,
        Object.hasOwn(properties, name) ? asMeant(properties[name] ?? {}, member) : member,
      ]),
  )

/** Whether a value stands for none: models send these in place of what they leave out. */
export const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === ''

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The list that a value is, that a text has as JSON, or whose only entry an object is. Null: it is none of these. */
function listOf(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value as unknown[]
  if (isObject(value)) return [value]
  return typeof value === 'string' ? listIn(value) : null
}

function listIn(text: string): readonly unknown[] | null {
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed : null
  } catch {
    return null
  }
}
