/** The keywords of a tool's input schema that decide to which type a value is converted. */
export interface ToolValueForm {
  readonly type?: string
  readonly properties?: Readonly<Record<string, ToolValueForm>>
  readonly items?: ToolValueForm
}

const INTEGER = /^-?\d{1,15}$/
const TRUTHS: Readonly<Record<string, boolean>> = { true: true, false: false }

/**
 * Converts a value to the type that its schema demands, if it has exactly one meaning: models and clients lose types on the way. Any other
 * value is returned unchanged, and the check refuses it: `"42.00"` could be dollars or cents.
 */
export function convertToolValueToSchemaType(form: ToolValueForm, value: unknown): unknown {
  const { type, items = {}, properties = {} } = form
  switch (type) {
    case 'string':
      return Number.isSafeInteger(value) ? String(value) : value
    case 'integer':
      return typeof value === 'string' && INTEGER.test(value) ? Number(value) : value
    case 'boolean':
      return typeof value === 'string' ? (TRUTHS[value.toLowerCase()] ?? value) : value
    case 'array':
      return listOf(value)?.map((entry) => convertToolValueToSchemaType(items, entry)) ?? value
    case 'object':
      return isObject(value) ? membersAsMeant(properties, value) : value
    default:
      return value
  }
}

const membersAsMeant = (properties: NonNullable<ToolValueForm['properties']>, value: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => !isAbsentArgument(member))
      .map(([name, member]) => [
        name,
        Object.hasOwn(properties, name) ? convertToolValueToSchemaType(properties[name] ?? {}, member) : member,
      ]),
  )

/** Whether a value means that the argument is absent: models send undefined, null or an empty text instead of leaving it out. */
export const isAbsentArgument = (value: unknown): boolean => value === undefined || value === null || value === ''

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The list that a value means: a list itself, a text that is a list in JSON, or an object as the only entry. Null: the value is none of
 * these.
 */
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
