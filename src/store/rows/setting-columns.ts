import type { TSchema } from 'typebox'
import {
  type CallerSetField,
  type CallerSetFieldPart,
  callerSetFieldsOf,
  type ResourceSheetRow,
  type ResourceSheet,
} from '../../contract/sheets/row.ts'
import type { SheetFieldValue, ResourceSettingName } from '../../contract/sheets/schemas.ts'
import { assert } from '../../lib/assert.ts'
import {
  type TableColumnMark,
  type DefinedColumn,
  jsonColumn,
  asciiColumn,
  textColumn,
  wordsColumn,
} from '../statements/column.ts'

interface SettingColumn {
  readonly field: string
  readonly set: CallerSetField
  readonly row: ResourceSheetRow
}

const columnsOf = (sheet: ResourceSheet): SettingColumn[] =>
  callerSetFieldsOf(sheet).flatMap(([field, set, row]) =>
    row.stored === 'otherwise' || set.merge === 'apart' || set.merge === 'shadow' ? [] : [{ field, set, row }],
  )

type ChangedSetting<S extends ResourceSheet> = {
  [F in ResourceSettingName<S>]: CallerSetFieldPart<S[F], 'update'> extends 'never' ? never : F
}[ResourceSettingName<S>]

/** The settings of a resource that a PATCH changes. */
export const changeableSettings = <S extends ResourceSheet>(sheet: S): ChangedSetting<S>[] =>
  columnsOf(sheet)
    .filter(({ set: { update } }) => update !== 'never')
    .map(({ field }) => field as ChangedSetting<S>)

function elementType(stored: ResourceSheetRow['stored']): 'word' | 'text' | 'json' | 'words' {
  assert(stored !== 'time' && stored !== 'otherwise', 'times are no settings')
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
  (R['stored'] extends 'json' ? 'json' : never) | (CallerSetFieldPart<R, 'update'> extends 'never' ? never : 'mutable'),
  TableColumnMark
>

export const resourceSettingColumns = <S extends ResourceSheet>(sheet: S): SettingDefinition<S> =>
  Object.fromEntries(
    columnsOf(sheet).map(({ field, set, row }) => {
      const column = { word: asciiColumn, text: textColumn, json: jsonColumn(), words: wordsColumn }[
        elementType(row.stored)
      ]
      const stored = isNullable(row, set) ? column.nullable : column
      return [field, set.update === 'never' ? stored : stored.mutable]
    }),
  ) as unknown as SettingDefinition<S>

/** Whether the state of a resource has null where the field is not set: see `FieldValue`. */
const isNullable = ({ schema, shown }: ResourceSheetRow, { merge }: CallerSetField): boolean =>
  (shown !== 'always' && merge !== 'caps') ||
  ('anyOf' in schema && (schema.anyOf as readonly TSchema[]).some((one) => 'type' in one && one.type === 'null'))
