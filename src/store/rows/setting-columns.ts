import type { TSchema } from 'typebox'
import {
  type CallersField,
  type CallersPart,
  callersFields,
  type SheetRow,
  type Sheet,
} from '../../contract/sheets/row.ts'
import type { FieldValue, SettingOf, SettingsOf } from '../../contract/sheets/schemas.ts'
import { assert } from '../../lib/assert.ts'
import { objectLiteralMaker } from '../../lib/object-literal-maker.ts'
import { type ColumnMark, type DefinedColumn, jsonColumn, asciiColumn, textColumn } from '../statements/column.ts'
import { snakeCase } from '../statements/table.ts'
import type { JsonColumn, SnakeCased } from '../statements/table-types.ts'

/** The columns of the settings of a resource, as Kysely knows them. */
export type SettingColumns<S extends Sheet> = {
  [F in SettingOf<S> as SnakeCased<F>]: S[F]['stored'] extends 'json' ? JsonColumn<FieldValue<S[F]>> : FieldValue<S[F]>
}

/** The columns of the settings of a resource, as statements read them. */
export type StoredSettings<S extends Sheet> = { [F in SettingOf<S> as SnakeCased<F>]: FieldValue<S[F]> }

interface SettingColumn {
  readonly field: string
  readonly name: string
  readonly stored: SheetRow['stored']
  readonly set: CallersField
  readonly row: SheetRow
}

const columnsOf = (sheet: Sheet): SettingColumn[] =>
  callersFields(sheet).flatMap(([field, set, row]) =>
    row.stored === 'otherwise' || set.merge === 'apart' || set.merge === 'shadow'
      ? []
      : [{ field, name: snakeCase(field), stored: row.stored, set, row }],
  )

/** Makes the function that reads the settings of a row. */
export function settingsReader<S extends Sheet>(sheet: S): (row: StoredSettings<S>) => SettingsOf<S> {
  const read = objectLiteralMaker(
    columnsOf(sheet).map(({ field, name }) => `${field}: given.${name}`),
    {},
  )
  return (row) => read(row) as SettingsOf<S>
}

/** Makes the function that makes the columns of a row of settings. */
export function settingsWriter<S extends Sheet>(sheet: S): (settings: SettingsOf<S>) => StoredSettings<S> {
  const write = objectLiteralMaker(
    columnsOf(sheet).map(({ field, name }) => `${name}: given.${field}`),
    {},
  )
  return (settings) => write(settings) as StoredSettings<S>
}

type ChangedSetting<S extends Sheet> = {
  [F in SettingOf<S>]: CallersPart<S[F], 'update'> extends 'never' ? never : F
}[SettingOf<S>]

/** The settings of a resource that a PATCH changes. */
export const changeableSettings = <S extends Sheet>(sheet: S): ChangedSetting<S>[] =>
  columnsOf(sheet)
    .filter(({ set: { update } }) => update !== 'never')
    .map(({ field }) => field as ChangedSetting<S>)

function elementType(stored: SheetRow['stored']): 'word' | 'text' | 'json' {
  assert(stored === 'word' || stored === 'text' || stored === 'json', 'lists and times are no settings of many rows')
  return stored
}

/** The columns of the settings of a resource, for the definition of its table. Those that a PATCH changes are mutable. */
export type SettingDefinition<S extends Sheet> = {
  readonly [F in SettingOf<S>]: DefinedColumn<FieldValue<S[F]>, FieldValue<S[F]>, MarkOfSetting<S[F]>>
}
type MarkOfSetting<R extends SheetRow> = Extract<
  (R['stored'] extends 'json' ? 'json' : never) | (CallersPart<R, 'update'> extends 'never' ? never : 'mutable'),
  ColumnMark
>

export const settingColumns = <S extends Sheet>(sheet: S): SettingDefinition<S> =>
  Object.fromEntries(
    columnsOf(sheet).map(({ field, set, row }) => {
      const column = { word: asciiColumn, text: textColumn, json: jsonColumn() }[elementType(row.stored)]
      const stored = isNullable(row, set) ? column.nullable : column
      return [field, set.update === 'never' ? stored : stored.mutable]
    }),
  ) as unknown as SettingDefinition<S>

/** Whether the value of a field is null where there is none: see `FieldValue`. */
const isNullable = ({ schema, shown }: SheetRow, { merge }: CallersField): boolean =>
  (shown !== 'always' && merge !== 'caps') ||
  ('anyOf' in schema && (schema.anyOf as readonly TSchema[]).some((one) => 'type' in one && one.type === 'null'))
