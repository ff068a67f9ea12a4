import type { TSchema } from 'typebox'
import {
  type CallersField,
  type CallersFieldPart,
  callersFieldsOf,
  type ResourceSheetRow,
  type ResourceSheet,
} from '../../contract/sheets/row.ts'
import type { SheetFieldValue, ResourceSettingName, ResourceSettings } from '../../contract/sheets/schemas.ts'
import { assert } from '../../lib/assert.ts'
import { objectLiteralMaker } from '../../lib/object-literal-maker.ts'
import { type ColumnMark, type DefinedColumn, jsonColumn, asciiColumn, textColumn } from '../statements/column.ts'
import { snakeCase } from '../statements/table.ts'
import type { JsonColumn, SnakeCased } from '../statements/table-types.ts'

/** The columns of the settings of a resource, as Kysely knows them. */
export type SettingColumns<S extends ResourceSheet> = {
  [F in ResourceSettingName<S> as SnakeCased<F>]: S[F]['stored'] extends 'json'
    ? JsonColumn<SheetFieldValue<S[F]>>
    : SheetFieldValue<S[F]>
}

/** The columns of the settings of a resource, as statements read them. */
export type StoredSettings<S extends ResourceSheet> = {
  [F in ResourceSettingName<S> as SnakeCased<F>]: SheetFieldValue<S[F]>
}

interface SettingColumn {
  readonly field: string
  readonly name: string
  readonly stored: ResourceSheetRow['stored']
  readonly set: CallersField
  readonly row: ResourceSheetRow
}

const columnsOf = (sheet: ResourceSheet): SettingColumn[] =>
  callersFieldsOf(sheet).flatMap(([field, set, row]) =>
    row.stored === 'otherwise' || set.merge === 'apart' || set.merge === 'shadow'
      ? []
      : [{ field, name: snakeCase(field), stored: row.stored, set, row }],
  )

/** Makes the function that reads the settings of a resource's row. */
export function settingsReader<S extends ResourceSheet>(sheet: S): (row: StoredSettings<S>) => ResourceSettings<S> {
  const read = objectLiteralMaker(
    columnsOf(sheet).map(({ field, name }) => `${field}: given.${name}`),
    {},
  )
  return (row) => read(row) as ResourceSettings<S>
}

/** Makes the function that makes a resource's settings into columns of its row. */
export function settingsWriter<S extends ResourceSheet>(
  sheet: S,
): (settings: ResourceSettings<S>) => StoredSettings<S> {
  const write = objectLiteralMaker(
    columnsOf(sheet).map(({ field, name }) => `${name}: given.${field}`),
    {},
  )
  return (settings) => write(settings) as StoredSettings<S>
}

type ChangedSetting<S extends ResourceSheet> = {
  [F in ResourceSettingName<S>]: CallersFieldPart<S[F], 'update'> extends 'never' ? never : F
}[ResourceSettingName<S>]

/** The settings of a resource that a PATCH changes. */
export const changeableSettings = <S extends ResourceSheet>(sheet: S): ChangedSetting<S>[] =>
  columnsOf(sheet)
    .filter(({ set: { update } }) => update !== 'never')
    .map(({ field }) => field as ChangedSetting<S>)

function elementType(stored: ResourceSheetRow['stored']): 'word' | 'text' | 'json' {
  assert(stored === 'word' || stored === 'text' || stored === 'json', 'lists and times are no settings of many rows')
  return stored
}

/** The columns of the settings of a resource, for the definition of its table. Those that a PATCH changes are mutable. */
export type SettingDefinition<S extends ResourceSheet> = {
  readonly [F in ResourceSettingName<S>]: DefinedColumn<
    SheetFieldValue<S[F]>,
    SheetFieldValue<S[F]>,
    MarkOfSetting<S[F]>
  >
}
type MarkOfSetting<R extends ResourceSheetRow> = Extract<
  (R['stored'] extends 'json' ? 'json' : never) | (CallersFieldPart<R, 'update'> extends 'never' ? never : 'mutable'),
  ColumnMark
>

export const settingColumns = <S extends ResourceSheet>(sheet: S): SettingDefinition<S> =>
  Object.fromEntries(
    columnsOf(sheet).map(({ field, set, row }) => {
      const column = { word: asciiColumn, text: textColumn, json: jsonColumn() }[elementType(row.stored)]
      const stored = isNullable(row, set) ? column.nullable : column
      return [field, set.update === 'never' ? stored : stored.mutable]
    }),
  ) as unknown as SettingDefinition<S>

/** Whether the state of a resource has null where the field is not set: see `FieldValue`. */
const isNullable = ({ schema, shown }: ResourceSheetRow, { merge }: CallersField): boolean =>
  (shown !== 'always' && merge !== 'caps') ||
  ('anyOf' in schema && (schema.anyOf as readonly TSchema[]).some((one) => 'type' in one && one.type === 'null'))
