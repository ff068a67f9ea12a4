import { Type, type Static, type TObject, type TOptional, type TSchema } from 'typebox'
import { mergePatch } from '../patch.ts'
import { callersFields, type CallersFieldOf, type CallersPart, rowsOf, type SheetRow, type Sheet } from './row.ts'

type AnswerFields<S extends Sheet> = {
  -readonly [F in keyof S]: S[F]['shown'] extends 'always' ? S[F]['schema'] : TOptional<S[F]['schema']>
}

/** The fields of answers about a resource. */
export const answerFields = <S extends Sheet>(sheet: S): AnswerFields<S> =>
  Object.fromEntries(
    rowsOf(sheet).map(([field, { schema, shown }]) => [field, shown === 'always' ? schema : Type.Optional(schema)]),
  ) as AnswerFields<S>

/** An answer about a resource. */
export type AnswerOf<S extends Sheet> = Static<TObject<AnswerFields<S>>>

type InputOf<R extends SheetRow> = CallersPart<R, 'input'> extends TSchema ? CallersPart<R, 'input'> : R['schema']
type CreateFields<S extends Sheet> = {
  -readonly [F in CallersFieldOf<S>]: CallersPart<S[F], 'create'> extends 'required'
    ? InputOf<S[F]>
    : TOptional<InputOf<S[F]>>
}

/** The schema of the body that creates a resource. */
export const createBody = <S extends Sheet>(sheet: S): TObject<CreateFields<S>> =>
  Type.Object(bodyFields(sheet, ({ create }) => create === 'required') as CreateFields<S>, {
    additionalProperties: false,
  })

type UpdatedField<S extends Sheet> = {
  [F in CallersFieldOf<S>]: CallersPart<S[F], 'update'> extends 'never' ? never : F
}[CallersFieldOf<S>]
type KeptField<S extends Sheet> = {
  [F in UpdatedField<S>]: CallersPart<S[F], 'update'> extends 'unset' ? never : F
}[UpdatedField<S>]
type UpdateFields<S extends Sheet> = { -readonly [F in UpdatedField<S>]: TOptional<InputOf<S[F]>> }

/** The schema of the PATCH that changes a resource. */
export function updateBody<S extends Sheet>(sheet: S) {
  const updated = callersFields(sheet).filter(([, { update }]) => update !== 'never')
  const schema = Type.Object(
    bodyFields(Object.fromEntries(updated.map(([field, , row]) => [field, row])), () => false) as UpdateFields<S>,
    { additionalProperties: false },
  )
  const kept = updated.flatMap(([field, { update }]) => (update === 'unset' ? [] : [field as KeptField<S>]))
  return mergePatch<typeof schema, KeptField<S>>(schema, kept)
}

const bodyFields = (sheet: Sheet, isRequired: (set: ReturnType<typeof callersFields>[number][1]) => boolean) =>
  Object.fromEntries(
    callersFields(sheet).map(([field, set, { schema }]) => {
      const input = set.input ?? schema
      return [field, isRequired(set) ? input : Type.Optional(input)]
    }),
  )

/** The value of a field as the domain has it. Rules are never null: a resource without any has empty ones. */
export type FieldValue<R extends SheetRow> = R['shown'] extends 'always'
  ? Static<R['schema']>
  : CallersPart<R, 'merge'> extends 'caps'
    ? Static<R['schema']>
    : Static<R['schema']> | null

/** The fields that callers set, and whose values the domain and the table have as they are in answers. */
export type SettingOf<S extends Sheet> = {
  [F in CallersFieldOf<S>]: S[F]['stored'] extends 'otherwise'
    ? never
    : CallersPart<S[F], 'merge'> extends 'apart' | 'shadow'
      ? never
      : F
}[CallersFieldOf<S>]

/** The values of the settings of a resource. */
export type SettingsOf<S extends Sheet> = { readonly [F in SettingOf<S>]: FieldValue<S[F]> }
