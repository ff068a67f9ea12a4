import type { TSchema } from 'typebox'
import {
  invalidRequestFieldError,
  arrayEntryPath,
  objectMemberPath,
  fieldPathInWords,
} from '../../contract/complaints/json-path.ts'
import { type CallerSetField, callerSetFieldsOf } from '../../contract/sheets/row.ts'
import { resourceSheets } from '../../contract/sheets/sheets.ts'
import { callerTextFault } from './text-fault.ts'

/** The segment in the path of a body's field that means every member of an object, or every entry of a list. */
const EACH = '*'

/** The path from a resource's field to the texts in it that callers write. Null: the field has no such text. */
const stepsOf: Readonly<Record<CallerSetField['callersText'], readonly string[] | null>> = {
  whole: [],
  members: [EACH],
  policy: ['allowedMerchants', EACH],
  none: null,
}

/** The paths of the texts that callers write in fields of resources. A path occurs once for each resource that has the field. */
const sheetTexts = Object.values(resourceSheets)
  .flatMap((sheet) => callerSetFieldsOf(sheet))
  .flatMap(([field, { callersText }]) => {
    const steps = stepsOf[callersText]
    return steps === null ? [] : [[field, ...steps]]
  })
const callersTexts = [...new Map(sheetTexts.map((path) => [path.join('.'), path])).values()]

/**
 * The paths of the texts that callers write themselves and people read when they decide: purposes, names and the like. Names of shops
 * (`merchant.name`, `blockedMerchants`) and texts that an agent has from a shop (`orderReference`) are not among them.
 */
const CALLERS_TEXTS: readonly (readonly string[])[] = [
  ['purpose'],
  ...callersTexts,
  ['name'],
  ['passkey', 'name'],
  ['expectedMerchant'],
  ['merchant'],
  ['why'],
  ['note'],
  ['memo'],
  ['coding', EACH],
  ['reason'],
  ['description'],
  ['items', EACH, 'description'],
  ['wanted', 'policy', 'allowedMerchants', EACH],
  ['wanted', 'allow', 'merchant'],
]

/** A text that callers write, in the body of one operation. */
interface CallersText {
  readonly steps: readonly string[]
  /** Whether the operation accepts an empty text in this field. Then it also accepts one that shows nothing. */
  readonly mayBeEmpty: boolean
}

/**
 * Makes the check of an operation's body that refuses deceptive or invisible characters in the purposes and names that a caller writes
 * (contract, section 2, Texts that callers send).
 */
export function makeCallerTextCheck(schema: TSchema): (body: unknown) => void {
  const texts = CALLERS_TEXTS.flatMap((steps): CallersText[] => {
    const schemas = textsAt(schema, steps)
    return schemas.length === 0 ? [] : [{ steps, mayBeEmpty: schemas.some(({ minLength = 0 }) => minLength === 0) }]
  })
  return (body) => {
    for (const text of texts) refuseAt(body, text, '')
  }
}

interface Schema {
  readonly type?: string
  readonly minLength?: number
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

/** The schemas of the texts at a path of a body. Empty: the body has no text at that path. */
function textsAt(
  { anyOf = [], ...schema }: Schema,
  [step, ...rest]: readonly string[],
): readonly Pick<Schema, 'minLength'>[] {
  const inBranches = anyOf.flatMap((each) => textsAt(each, step === undefined ? [] : [step, ...rest]))
  if (step === undefined) return schema.type === 'string' ? [schema, ...inBranches] : inBranches
  const { properties = {}, patternProperties = {}, items } = schema
  const inner =
    step === EACH ? [...Object.values(properties), ...Object.values(patternProperties), items] : [properties[step]]
  return [...inBranches, ...inner.flatMap((each) => (each === undefined ? [] : textsAt(each, rest)))]
}

function refuseAt(value: unknown, { steps: [step, ...steps], mayBeEmpty }: CallersText, path: string): void {
  if (step === undefined) return refuseIn(value, mayBeEmpty, path)
  if (typeof value !== 'object' || value === null) return
  const inner = { steps, mayBeEmpty }
  if (step !== EACH)
    return refuseAt((value as Partial<Record<string, unknown>>)[step], inner, objectMemberPath(path, step))
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) refuseAt(entry, inner, arrayEntryPath(path, index))
  } else {
    for (const [name, member] of Object.entries(value)) refuseAt(member, inner, objectMemberPath(path, name))
  }
}

function refuseIn(value: unknown, mayBeEmpty: boolean, path: string): void {
  if (typeof value !== 'string') return
  const fault = callerTextFault(value, mayBeEmpty)
  if (fault === undefined) return
  throw invalidRequestFieldError(path, `${fieldPathInWords(path)} ${fault.says}`, {
    hint: /merchant/i.test(path)
      ? `${fault.fix} A shop whose name is such a one is told by its id (\`allowedMerchantIds\`).`
      : fault.fix,
  })
}
