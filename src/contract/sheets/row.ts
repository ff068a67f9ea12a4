import type { TSchema } from 'typebox'

/**
 * The row of a field of a resource. Schemas, changes, answers, the audit trail, `purser export` and the command line read the rows, so no
 * part can be left out.
 */
export interface ResourceSheetRow {
  /** The schema of the resource's field in answers. */
  readonly schema: TSchema
  /**
   * When an answer has the resource's field. `always`: also where it is null. `if-set`: not where it is null. `filled`: empty where it is
   * null, though the document lets it be absent. `if-any`: not where it is empty.
   */
  readonly shown: 'always' | 'if-set' | 'filled' | 'if-any'
  /**
   * The type of the database column that stores the resource's field. The column's name and the field's name in `domain/` follow from the
   * name in answers. `time`: Unix milliseconds in `domain/`, and a timestamp in answers. `otherwise`: the field has another column or none,
   * so readers have a function for it.
   */
  readonly stored: 'word' | 'text' | 'json' | 'words' | 'time' | 'otherwise'
  readonly set: CallerSetField | 'never'
  /** The place of the resource's field in entries of the audit trail. Null: they do not have it. */
  readonly audited: number | null
  /** The resource field's column in the command line's lists. Null: the lists do not show the field. */
  readonly listed: SheetListColumn | null
}

/** The part of a resource field's row for fields that callers set: the field in request bodies, in files and as flags. */
export interface CallerSetField {
  /** The place of the resource's field in the bodies of the API document. A new field gets the next number. */
  readonly number: number
  /** The resource field's schema in request bodies. Null: the schema is the one in answers. */
  readonly input: TSchema | null
  readonly create: 'required' | 'optional'
  /**
   * How a PATCH may change the resource's field. `unset`: null removes its value. `keep`: the field always has a value, so null is refused.
   * `same`: a PATCH may only repeat the present value. `never`: a PATCH cannot name the field.
   */
  readonly update: 'unset' | 'keep' | 'same' | 'never'
  /** The resource field's value where the body of a creation leaves it out. Null: none, or one that follows from other fields. */
  readonly default: string | null
  /**
   * How a value of a body gets into the resource. `replace`: as it is. `members`: a PATCH merges objects, and the result is checked again.
   * `free-form`: so, too, with bounds on size and depth. `set`: a list whose order means nothing. `policy`, `shadow`, `caps`: rules, which
   * merge in their own ways, and which a file has whole. `apart`: the service of the resource does it.
   */
  readonly merge: 'replace' | 'members' | 'free-form' | 'set' | 'policy' | 'shadow' | 'caps' | 'apart'
  /**
   * The texts in the resource's field that callers write and people read when they decide: invisible characters are refused in them.
   * `whole`: the field is such a text. `members`: each member of the field's object is one. `policy`: the merchant names in a policy's
   * `allowedMerchants`.
   */
  readonly callersText: 'whole' | 'members' | 'policy' | 'none'
  /** The form in which answers have the resource field's value: as the request sent it, in upper case, or as a URL parser writes it. */
  readonly answered: 'as-sent' | 'upper-case' | 'parsed-url'
  /**
   * The resource's field in files of `purser apply` and `purser export`. `same`: as in bodies. `name`: so, too, and answers have it as the
   * name of an object. `own`: the generator of the files' schema has its form.
   */
  readonly file: 'same' | 'name' | 'own'
  /** The command line's flags that set the resource's field. Null: there are none, so `--data` sets it. */
  readonly flags: SheetFieldFlags | null
}

/** The flags with which the command line sets one field. `at`: their place among the flags of the resource. */
export interface SheetFieldFlags {
  readonly at: number
  /** The kind of value that the flags take. `policy`: JSON; the policy's own fields get their flags, too. */
  readonly kind: 'text' | 'list' | 'object' | 'policy'
  readonly of: readonly FieldFlag[]
}

interface FieldFlag {
  readonly name: string
  /** The member of the field's object that the flag sets. Null: the flag sets the whole field. */
  readonly member: string | null
  /** The flag's value as the help shows it, for instance `cust_...`. */
  readonly value: string
  readonly description: string
}

/** A column of the lists that the command line prints. `at`: its place among the columns of the resource. */
export interface SheetListColumn {
  readonly at: number
  readonly title: string
  /**
   * How the column shows a value. `status`: in the color of the status. `time`: as a short time. `words`: the entries of a list with blanks
   * between them. `full-name`: the name of a person or a business.
   */
  readonly as: 'text' | 'status' | 'time' | 'words' | 'full-name'
  /** How the column fits a narrow terminal. `cut`: texts are cut. `whole`: never. `optional`: the column is left out. `whole-or-out`: both. */
  readonly fit: 'whole' | 'cut' | 'optional' | 'whole-or-out'
}

/** The rows of all fields of a resource, by the field's name, in the order in which answers have the fields. */
export type ResourceSheet = Readonly<Record<string, ResourceSheetRow>>

/** The names of a resource's fields that callers set. */
export type CallerSetFieldName<S extends ResourceSheet> = {
  [F in keyof S & string]: S[F]['set'] extends CallerSetField ? F : never
}[keyof S & string]

type CallersSet<R> = R extends { readonly set: infer C extends CallerSetField } ? C : never
/** The type of one part of `CallerSetField`, such as `input`, in the row of a field. */
export type CallerSetFieldPart<R extends ResourceSheetRow, P extends keyof CallerSetField> = CallersSet<R>[P]

/** The name and the row of each field of a resource, in one type for all rows. */
export const resourceSheetRowsOf = (sheet: ResourceSheet): [field: string, row: ResourceSheetRow][] =>
  Object.entries(sheet)

/** The fields of a resource that callers set, in the order in which request bodies have them. */
export const callerSetFieldsOf = (
  sheet: ResourceSheet,
): [field: string, set: CallerSetField, row: ResourceSheetRow][] =>
  resourceSheetRowsOf(sheet)
    .flatMap(([field, row]) =>
      row.set === 'never' ? [] : [[field, row.set, row] as [string, CallerSetField, ResourceSheetRow]],
    )
    .toSorted(([, one], [, other]) => one.number - other.number)
