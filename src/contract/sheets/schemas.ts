import { Type, type Static, type TObject, type TOptional, type TSchema } from 'typebox'
import { mergePatchSchema } from '../patch.ts'
import {
  callerSetFieldsOf,
  type CallerSetFieldName,
  type CallerSetFieldPart,
  resourceSheetRowsOf,
  type ResourceSheetRow,
  type ResourceSheet,
} from './row.ts'

type AnswerFields<S extends ResourceSheet> = {
  -readonly [F in keyof S]: S[F]['shown'] extends 'always' ? S[F]['schema'] : TOptional<S[F]['schema']>
}

/** The fields of answers about a resource. */
export const resourceAnswerFields = <S extends ResourceSheet>(sheet: S): AnswerFields<S> =>
  Object.fromEntries(
    resourceSheetRowsOf(sheet).map(([field, { schema, shown }]) => [
      field,
      shown === 'always' ? schema : Type.Optional(schema),
    ]),
  ) as AnswerFields<S>

export type ResourceAnswer<S extends ResourceSheet> = Static<TObject<AnswerFields<S>>>

type InputOf<R extends ResourceSheetRow> =
  CallerSetFieldPart<R, 'input'> extends TSchema ? CallerSetFieldPart<R, 'input'> : R['schema']
type CreateFields<S extends ResourceSheet> = {
  -readonly [F in CallerSetFieldName<S>]: CallerSetFieldPart<S[F], 'create'> extends 'required'
    ? InputOf<S[F]>
    : TOptional<InputOf<S[F]>>
}

/** The schema of the body that creates a resource. */
export const resourceCreateBody = <S extends ResourceSheet>(sheet: S): TObject<CreateFields<S>> =>
  Type.Object(bodyFields(sheet, ({ create }) => create === 'required') as CreateFields<S>, {
    additionalProperties: false,
  })

type UpdatedField<S extends ResourceSheet> = {
  [F in CallerSetFieldName<S>]: CallerSetFieldPart<S[F], 'update'> extends 'never' ? never : F
}[CallerSetFieldName<S>]
type KeptField<S extends ResourceSheet> = {
  [F in UpdatedField<S>]: CallerSetFieldPart<S[F], 'update'> extends 'unset' ? never : F
}[UpdatedField<S>]
type UpdateFields<S extends ResourceSheet> = { -readonly [F in UpdatedField<S>]: TOptional<InputOf<S[F]>> }

/** The schema of the PATCH that changes a resource. */
export function resourceUpdateBody<S extends ResourceSheet>(sheet: S) {
  const updated = callerSetFieldsOf(sheet).filter(([, { update }]) => update !== 'never')
  const schema = Type.Object(
    bodyFields(Object.fromEntries(updated.map(([field, , row]) => [field, row])), () => false) as UpdateFields<S>,
    { additionalProperties: false },
  )
  const kept = updated.flatMap(([field, { update }]) => (update === 'unset' ? [] : [field as KeptField<S>]))
  return mergePatchSchema<typeof schema, KeptField<S>>(schema, kept)
}

const bodyFields = (
  sheet: ResourceSheet,
  isRequired: (set: ReturnType<typeof callerSetFieldsOf>[number][1]) => boolean,
) =>
  Object.fromEntries(
    callerSetFieldsOf(sheet).map(([field, set, { schema }]) => {
      const input = set.input ?? schema
      return [field, isRequired(set) ? input : Type.Optional(input)]
    }),
  )

/** The type of a resource field's value in `domain/`. Policies and caps are never null there: a resource without any has empty ones. */
export type SheetFieldValue<R extends ResourceSheetRow> = R['shown'] extends 'always'
  ? Static<R['schema']>
  : CallerSetFieldPart<R, 'merge'> extends 'caps'
    ? Static<R['schema']>
    : Static<R['schema']> | null

/** The names of a resource's settings: fields that callers set, and whose values `domain/` and the database have as answers have them. */
export type ResourceSettingName<S extends ResourceSheet> = {
  [F in CallerSetFieldName<S>]: S[F]['stored'] extends 'otherwise'
    ? never
    : CallerSetFieldPart<S[F], 'merge'> extends 'apart' | 'shadow'
      ? never
      : F
}[CallerSetFieldName<S>]

/** The values of a resource's settings (`ResourceSettingName`), by field. */
export type ResourceSettings<S extends ResourceSheet> = {
  readonly [F in ResourceSettingName<S>]: SheetFieldValue<S[F]>
}
