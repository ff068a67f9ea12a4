import type { TSchema } from 'typebox'

/**
 * The row of a field of a resource. Schemas, changes, answers, the audit trail, `purser export` and the command line read the rows, so no
 * part can be left out.
 */
export interface ResourceSheetRow {
  /** The schema of the field in answers. */
  readonly schema: TSchema
  /**
   * When an answer has the field. `always`: also where it is null. `if-set`: not where it is null. `filled`: empty where it is null, though
   * the document lets it be absent. `if-any`: not where it is empty.
   */
  readonly shown: 'always' | 'if-set' | 'filled' | 'if-any'
  /**
   * The type of the column. Its name and that of the field in the domain follow from the field's. `time`: Unix milliseconds there, and a
   * timestamp in answers. `otherwise`: there is another column or none, so readers have a function for the field.
   */
  readonly stored: 'word' | 'text' | 'json' | 'words' | 'time' | 'otherwise'
  readonly set: CallersField | 'never'
  /** The place of the field in entries of the audit trail. Null: they do not have it. */
  readonly audited: number | null
  /** The column of the command line's lists. Null: they have none. */
  readonly listed: SheetListColumn | null
}

/** A field that callers set. */
export interface CallersField {
  /** The place of the field in the bodies of the API document. A new field gets the next number. */
  readonly number: number
  /** The schema in bodies. Null: that of answers. */
  readonly input: TSchema | null
  readonly create: 'required' | 'optional'
  /** `unset`: null unsets the field. `keep`: it always has a value. `same`: a PATCH may name the value that is there, and no other. */
  readonly update: 'unset' | 'keep' | 'same' | 'never'
  /** The value of a field that the creation leaves out. Null: none, or one that follows from others. */
  readonly default: string | null
  /**
   * How a value of a body gets into the resource. `replace`: as it is. `members`: a PATCH merges objects, and the result is checked again.
   * `free-form`: so, too, with bounds on size and depth. `set`: a list whose order means nothing. `policy`, `shadow`, `caps`: rules, which
   * merge in their own ways, and which a file has whole. `apart`: the service of the resource does it.
   */
  readonly merge: 'replace' | 'members' | 'free-form' | 'set' | 'policy' | 'shadow' | 'caps' | 'apart'
  /**
   * Whether callers write the texts, and people read them when they decide: characters that nobody sees are refused there. `whole`: the
   * field is a text. `members`: each member of the object is one. `policy`: the policy's own texts are.
   */
  readonly callersText: 'whole' | 'members' | 'policy' | 'none'
  /** How answers write the value of a body. */
  readonly answered: 'as-sent' | 'upper-case' | 'parsed-url'
  /**
   * The field in files of `purser apply` and `purser export`. `same`: as in bodies. `name`: so, too, and answers have it as the name of an
   * object. `own`: the generator of the files' schema has its form.
   */
  readonly file: 'same' | 'name' | 'own'
  /** The flags of the command line. Null: `--data` gives the field. */
  readonly flags: SheetFieldFlags | null
}

/** Flags of the command line, in the order of their places. */
export interface SheetFieldFlags {
  readonly at: number
  /** `policy`: a flag for each field of a policy that has one. */
  readonly kind: 'text' | 'list' | 'object' | 'policy'
  readonly of: readonly FieldFlag[]
}

interface FieldFlag {
  readonly name: string
  /** The member of the field's object that the flag gives. Null: the whole field. */
  readonly member: string | null
  /** An example of a value. */
  readonly value: string
  readonly description: string
}

/** A column of the command line's lists, in the order of the places. */
export interface SheetListColumn {
  readonly at: number
  readonly title: string
  /** `status`: painted. `time`: short. `words`: a list with blanks between its entries. `full-name`: of a person or a business. */
  readonly as: 'text' | 'status' | 'time' | 'words' | 'full-name'
  /** `whole`: never cut. `optional`: left out where the terminal is narrow. */
  readonly fit: 'whole' | 'cut' | 'optional' | 'whole-or-out'
}

/** The rows of a resource, by field, in the order of answers. */
export type ResourceSheet = Readonly<Record<string, ResourceSheetRow>>

/** The fields of a sheet that callers set. */
export type CallersFieldName<S extends ResourceSheet> = {
  [F in keyof S & string]: S[F]['set'] extends CallersField ? F : never
}[keyof S & string]

type CallersSet<R> = R extends { readonly set: infer C extends CallersField } ? C : never
/** The part `P` of a field that callers set. */
export type CallersFieldPart<R extends ResourceSheetRow, P extends keyof CallersField> = CallersSet<R>[P]

/** The rows of a sheet, with one type for all of them. */
export const resourceSheetRowsOf = (sheet: ResourceSheet): [field: string, row: ResourceSheetRow][] =>
  Object.entries(sheet)

/** The fields that callers set, in the order of bodies. */
export const callersFieldsOf = (sheet: ResourceSheet): [field: string, set: CallersField, row: ResourceSheetRow][] =>
  resourceSheetRowsOf(sheet)
    .flatMap(([field, row]) =>
      row.set === 'never' ? [] : [[field, row.set, row] as [string, CallersField, ResourceSheetRow]],
    )
    .toSorted(([, one], [, other]) => one.number - other.number)
