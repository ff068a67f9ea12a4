import type { Static } from 'typebox'
import { type ResourceSheetRow, resourceSheetRowsOf, type ResourceSheet } from '../../contract/sheets/row.ts'
import type { ResourceAnswer } from '../../contract/sheets/schemas.ts'
import { nullableIsoTimestamp } from '../../lib/clock.ts'
import { objectLiteralMaker } from '../../lib/object-literal-maker.ts'
import type { AuditedFields } from '../audit/field-changes.ts'

/** The fields of a resource's sheet that the domain has under another name, in another form or not at all. */
type OtherField<S extends ResourceSheet, P extends Partial<ResourceSheetRow>> = {
  [F in keyof S & string]: S[F] extends P & { readonly stored: 'otherwise' } ? F : never
}[keyof S & string]

/**
 * Functions for those fields of a resource's answers that the domain has under another name, in another form or not at all. Undefined as a
 * result: the answer does not have the field.
 */
type AnsweredOtherwise<S extends ResourceSheet, Given extends unknown[]> = {
  readonly [F in OtherField<S, object>]: (...given: Given) => Static<S[F]['schema']> | null | undefined
}

type AuditedField = { readonly audited: number }

/**
 * Functions for a resource's audited fields whose form the domain lacks, and for those whose form in the audit trail is not the answers'.
 */
type AuditedOtherwise<S extends ResourceSheet, State> = {
  readonly [F in OtherField<S, AuditedField>]: (state: State) => unknown
} & { readonly [F in keyof S]?: (state: State) => unknown }

/** Makes the function that makes answers about a resource, field by field in the order of the resource's sheet. */
export function resourceAnswerMaker<S extends ResourceSheet, Given extends unknown[]>(
  sheet: S,
  otherwise: AnsweredOtherwise<S, Given>,
): (...given: Given) => ResourceAnswer<S> {
  const others = otherwise as Readonly<Record<string, (...given: Given) => unknown>>
  const fields = resourceSheetRowsOf(sheet).map(([field, row]) => ({
    field,
    row,
    read: others[field] ?? stateReader(field, row),
  }))
  return (...given) => {
    const answer: Record<string, unknown> = {}
    for (const { field, row, read } of fields) {
      const value = shown(row, read(...given))
      if (value !== undefined) answer[field] = value
    }
    return answer as ResourceAnswer<S>
  }
}

/** Makes the function that makes the audited fields of a resource. */
export function sheetAuditedFields<S extends ResourceSheet, State extends object>(
  sheet: S,
  otherwise: AuditedOtherwise<S, State>,
): (state: State) => AuditedFields {
  const others = otherwise as Readonly<Record<string, (state: State) => unknown>>
  const fields = resourceSheetRowsOf(sheet)
    .flatMap(([field, row]) => (row.audited === null ? [] : [{ field, row, place: row.audited }]))
    .toSorted((one, other) => one.place - other.place)
  const read = objectLiteralMaker(
    fields.map(({ field, row: { stored } }) => {
      if (field in others) return `${field}: others.${field}(given)`
      return stored === 'time' ? `${field}: nullableTimestamp(given.${field})` : `${field}: given.${field}`
    }),
    { others, nullableTimestamp: nullableIsoTimestamp },
  )
  return (state) => read(state) as AuditedFields
}

/** Makes the function that reads a field of a resource's answer from the field of the same name in the resource's state. */
const stateReader = (field: string, { stored }: ResourceSheetRow): ((...given: unknown[]) => unknown) => {
  const read = (state: unknown) => (state as Readonly<Record<string, unknown>>)[field]
  return stored === 'time' ? (state) => nullableIsoTimestamp(read(state) as number | null) : read
}

/** A resource field's value in the answer of the API. Undefined: the answer does not have the field. */
function shown({ shown: when }: ResourceSheetRow, value: unknown): unknown {
  if (value === null) return when === 'always' ? null : when === 'filled' ? {} : undefined
  return when === 'if-any' && Object.keys(value as object).length === 0 ? undefined : value
}
