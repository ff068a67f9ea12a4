import { nearestKnownName } from '../../../contract/complaints/nearest-name.ts'

/** The keywords of JSON Schema that purser.schema.json uses. */
export interface ApplyFileJsonSchema {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, ApplyFileJsonSchema>>
  readonly type?: string
  readonly description?: string
  readonly anyOf?: readonly ApplyFileJsonSchema[]
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, ApplyFileJsonSchema>>
  readonly additionalProperties?: boolean | ApplyFileJsonSchema
  readonly propertyNames?: { readonly pattern: string }
  readonly required?: readonly string[]
  readonly items?: ApplyFileJsonSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly examples?: readonly unknown[]
  /** The value that an object has where its `purser apply` entry leaves the field out. */
  readonly default?: unknown
}

export type ApplyFieldPath = readonly (string | number)[]

/** A complaint about a value in a file of `purser apply` that the schema refuses. */
export interface ApplyFileValueComplaint {
  readonly path: ApplyFieldPath
  /** True: the name of the file's refused field is at fault, not its value. */
  readonly isName: boolean
  readonly message: string
}

/** Lists everything in a value of `purser apply` that the schema refuses. `root` has the definitions that the schema refers to. */
export function schemaComplaintsAbout(
  root: ApplyFileJsonSchema,
  value: unknown,
  schema: ApplyFileJsonSchema = root,
  path: ApplyFieldPath = [],
): ApplyFileValueComplaint[] {
  const rule = resolved(root, schema)
  if (rule.anyOf !== undefined) {
    const branch = rule.anyOf.find((each) => fits(resolved(root, each), value))
    if (branch !== undefined) return schemaComplaintsAbout(root, value, branch, path)
    const kinds = rule.anyOf.map((each) => typeName(resolved(root, each).type))
    return [refused(path, `must be ${[...new Set(kinds)].join(' or ')}`, hintOf(rule, value))]
  }
  if (rule.enum !== undefined) return rule.enum.includes(value) ? [] : [notOneOf(path, rule.enum, value)]
  if (!fits(rule, value)) return [refused(path, `must be ${typeName(rule.type)}`, hintOf(rule, value))]
  if (typeof value === 'string') return textComplaints(rule, value, path)
  if (typeof value === 'number') return numberComplaints(rule, value, path)
  if (Array.isArray(value)) return listComplaints(root, rule, value, path)
  return isObject(value) ? objectComplaints(root, rule, value, path) : []
}

/** The path of a field of `purser apply` in the form in which people write it: `cards.github.policy.allowedMccs[0]`. */
export const applyFieldPathText = (path: ApplyFieldPath): string =>
  path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`),
    '',
  )

function resolved(root: ApplyFileJsonSchema, { $ref, ...schema }: ApplyFileJsonSchema): ApplyFileJsonSchema {
  if ($ref === undefined) return schema
  return root.$defs?.[$ref.slice('#/$defs/'.length)] ?? {}
}

function fits({ type, enum: values }: ApplyFileJsonSchema, value: unknown): boolean {
  if (type === undefined) return values === undefined || values.includes(value)
  if (type === 'integer') return Number.isSafeInteger(value)
  return type === typeOf(value)
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function objectComplaints(
  root: ApplyFileJsonSchema,
  rule: ApplyFileJsonSchema,
  value: Record<string, unknown>,
  path: ApplyFieldPath,
): ApplyFileValueComplaint[] {
  const { properties = {}, additionalProperties, propertyNames, required = [] } = rule
  const missing = required
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => refused(path, `needs \`${name}\``, example(properties[name])))
  const members = Object.entries(value).flatMap(([name, member]) => {
    const at = [...path, name]
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (property !== undefined) return schemaComplaintsAbout(root, member, property, at)
    if (additionalProperties === false) return [unknownField(root, name, properties, at)]
    if (propertyNames !== undefined && !new RegExp(propertyNames.pattern, 'u').test(name)) return [badName(at)]
    return typeof additionalProperties === 'object' ? schemaComplaintsAbout(root, member, additionalProperties, at) : []
  })
  return [...missing, ...members]
}

const badName = (path: ApplyFieldPath): ApplyFileValueComplaint => ({
  path,
  isName: true,
  message: `${applyFieldPathText(path)}: a name has 1 to 100 letters, digits, dots, hyphens and underscores, and begins with a letter or a digit.`,
})

function unknownField(
  root: ApplyFileJsonSchema,
  name: string,
  properties: Required<ApplyFileJsonSchema>['properties'],
  path: ApplyFieldPath,
): ApplyFileValueComplaint {
  const known = Object.keys(properties)
  const nested = Object.entries(properties).find(([, schema]) =>
    Object.hasOwn(resolved(root, schema).properties ?? {}, name),
  )
  const nearest = nested === undefined ? nearestKnownName(name, known) : `${nested[0]}.${name}`
  const hint = nearest === null ? `Known here: ${known.join(', ')}.` : `Did you mean ${nearest}?`
  return { path, isName: true, message: `${applyFieldPathText(path)} is not known. ${hint}` }
}

function listComplaints(
  root: ApplyFileJsonSchema,
  rule: ApplyFileJsonSchema,
  value: readonly unknown[],
  path: ApplyFieldPath,
): ApplyFileValueComplaint[] {
  const { items = {}, minItems = 0, maxItems = Infinity } = rule
  if (value.length < minItems) return [refused(path, 'must not be empty')]
  if (value.length > maxItems) return [refused(path, `must have at most ${maxItems} entries`)]
  return value.flatMap((entry, index) => schemaComplaintsAbout(root, entry, items, [...path, index]))
}

function textComplaints(
  { minLength = 0, maxLength = Infinity, pattern, format, examples }: ApplyFileJsonSchema,
  value: string,
  path: ApplyFieldPath,
) {
  if (value.length < minLength) return [refused(path, 'must not be empty')]
  if (value.length > maxLength) return [refused(path, `must have at most ${maxLength} characters`)]
  if (format === 'email' && !/^[^@\s]+@[^@\s]+$/u.test(value)) return [refused(path, 'must be an email address')]
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value))
    return [refused(path, 'does not have the right form', example({ examples: examples ?? [] }))]
  return []
}

function numberComplaints(
  { minimum = -Infinity, maximum = Infinity }: ApplyFileJsonSchema,
  value: number,
  path: ApplyFieldPath,
): ApplyFileValueComplaint[] {
  if (value < minimum) return [refused(path, `must be at least ${minimum}`)]
  return value > maximum ? [refused(path, `must be at most ${maximum}`)] : []
}

function notOneOf(path: ApplyFieldPath, allowed: readonly unknown[], value: unknown): ApplyFileValueComplaint {
  const names = allowed.map(String)
  const nearest = typeof value === 'string' ? nearestKnownName(value, names) : null
  return nearest === null
    ? refused(path, `must be one of ${names.join(', ')}`)
    : refused(path, 'is not known', `Did you mean ${nearest}?`)
}

const refused = (path: ApplyFieldPath, demand: string, hint?: string): ApplyFileValueComplaint => ({
  path,
  isName: false,
  message: `${path.length === 0 ? 'The file' : applyFieldPathText(path)} ${demand}.${hint === undefined ? '' : ` ${hint}`}`,
})

/** The hint in a complaint about a file's value of the wrong type. */
function hintOf(rule: ApplyFileJsonSchema, value: unknown): string | undefined {
  const branches = rule.anyOf ?? [rule]
  const takes = (type: string) => branches.some((branch) => branch.type === type)
  if (takes('string') && typeof value === 'number') return 'Put it in quotes.'
  if (takes('object') && Array.isArray(value) && rule.examples !== undefined)
    return `Each entry has a name, and no hyphen before it. ${example(rule)}`
  if (takes('integer') && typeof value === 'number')
    return 'Amounts are in minor units: 49.99 in USD or EUR is 4999, and 4999 yen are 4999.'
  return value === null ? 'Leave the field out to keep what is there.' : undefined
}

const example = ({ examples: [first] = [] }: ApplyFileJsonSchema = {}): string | undefined =>
  first === undefined ? undefined : `For instance ${JSON.stringify(first)}.`

const typeNames: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  object: 'a mapping',
  array: 'a list',
  null: 'null',
}
const typeName = (type: string | undefined): string => typeNames[type ?? ''] ?? 'another value'

const isObject = (value: unknown): value is Record<string, unknown> => typeOf(value) === 'object'
