import { Type, type Static, type TObject, type TProperties, type TSchema } from 'typebox'
import type { ApiKeyRole } from './resources/api-keys.ts'
import type { ErrorCode } from './errors.ts'

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/**
 * An operation of the API, declared once. Routes, validation, the OpenAPI document, the clients' types and the agent tools are made from
 * the declaration. The declaration leaves out what all operations have in common (the statuses 401, 429, 500 and 503, the reply headers).
 */
export interface Operation {
  readonly method: HttpMethod
  /** The path below `/v1`, with parameters in braces: `/cards/{cardId}`. */
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly roles: readonly ApiKeyRole[]
  /** True: callers send no API key and no session, because the body says who they are. */
  readonly keyless?: true
  readonly query?: TObject
  readonly body?: TSchema
  /** True: the request may have no body or an empty one, which count as `{}`. */
  readonly bodyOptional?: boolean
  /** The HTTP status of the operation's usual answer. */
  readonly status: 200 | 201 | 202
  /** Another HTTP status that the operation's answer can have with the same body, for instance 200 where nothing was created. */
  readonly otherStatus?: 200
  readonly response: TSchema
  /** The error codes of this operation besides those that all operations have. */
  readonly errors: readonly ErrorCode[]
  /** True: the operation's answer contains a secret. Such an answer is never cached, and never stored in clear with an Idempotency-Key. */
  readonly secret?: true
  /** Describes the answer as a CSV file, which requests get whose `Accept` names `text/csv` and not `application/json`. */
  readonly csv?: string
  /**
   * The most bytes of a body that has a file, and how a file is answered. The body may be JSON with `name` and `content` as base64, or the file
   * itself with `?name=`. An answer is the file, unless `Accept` names `application/json`.
   */
  readonly file?: { readonly maxBodyBytes?: number }
  /**
   * Describes an answer that is an endless stream of server-sent events, each of which has the schema of `response`. Clients do not have
   * this operation.
   */
  readonly stream?: string
  /** Whether the operation waits for a change before it answers, for at most the seconds of its query `waitSeconds`. */
  readonly waits?: true
  /**
   * Whether the operation's texts come from merchants or the network. A card number in such a text is masked or dropped; in the texts of
   * other operations it is refused with 400 `card_number_in_text`.
   */
  readonly mayHoldNumbers?: true
  /** Whether the operation decides about what waits for somebody: a person who calls it has to send `shown`. */
  readonly decides?: true
  /** Whether the operation ends an API key or a key's secret. The answering node then drops its copies of keys. */
  readonly endsKeys?: true
  /** Whether the operation ends a session or changes a person. The answering node then drops its copies of sessions. */
  readonly endsSessions?: true
  /** True: the deadline for answers does not apply to the operation. */
  readonly takesItsTime?: true
  readonly testClockOnly?: true
}

/** Declares an operation, keeping its literal types. */
export const declareOperation = <const O extends Operation>(declared: O): O => declared

const MAX_PAGE_ENTRIES = 100
/**
 * The maximum length of a cursor. It is longer than a request line can be, so that any text that is no cursor is answered with
 * `cursor_invalid`, whatever its length.
 */
const MAX_CURSOR_LENGTH = 16_384
const Cursor = Type.String({
  pattern: '^cur_[A-Za-z0-9_-]+$',
  maxLength: 1024,
  description: 'The `cursor` with which to read the next page.',
})

/** The query of a list: `limit` and `cursor` beside its filters (contract, section 2, Pagination). */
export const listPageQuery = <F extends TProperties>(filters: F) =>
  Type.Object(
    {
      ...filters,
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MAX_PAGE_ENTRIES,
          default: 50,
          description: 'The most entries of a page. `nextCursor` leads to the next page.',
        }),
      ),
      cursor: Type.Optional(Type.String({ maxLength: MAX_CURSOR_LENGTH })),
    },
    { additionalProperties: false },
  )

/** The query `search` of a list: words that a person types. `fields` names the searched fields in the description. */
export const listSearchQuery = (fields: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: String.raw`\S`,
      description: `Words to search for, each of which must occur in ${fields}. Upper and lower case of ASCII letters are the same. A page reads a bounded number of entries: it may end early or be empty, and still have \`hasMore\`.`,
    }),
  )

/** The query `dryRun` of every PATCH: the answer shows the result of a change that is not made (contract, section 2). */
export const dryRunQuery = Type.Object(
  {
    dryRun: Type.Optional(
      Type.Boolean({
        description: 'Whether to answer the result of the change with its warnings, and change nothing.',
      }),
    ),
  },
  { additionalProperties: false },
)

/** Whether the query asks for a dry run. `sent`: the query, parsed or not. */
export const isDryRun = ({ query }: Operation, sent: object): boolean =>
  query === dryRunQuery && 'dryRun' in sent && (sent.dryRun === true || sent.dryRun === 'true')

export const listPageSchema = <S extends TSchema>(item: S) =>
  Type.Object({
    data: Type.Array(item, {
      maxItems: MAX_PAGE_ENTRIES,
      description: 'The entries of the page, newest first. A page ends early at 4 MiB of JSON.',
    }),
    nextCursor: Type.Union([Cursor, Type.Null()]),
    hasMore: Type.Boolean(),
  })

export interface ListPage<T> {
  data: T[]
  nextCursor: string | null
  hasMore: boolean
}

type PathParams<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Name]: string } & PathParams<Rest>
  : unknown

type QueryOf<O> = O extends { query: infer Q extends TSchema } ? Static<Q> : unknown
type BodyOf<O> = O extends { body: infer B extends TSchema } ? Static<B> : undefined

/** The validated path parameters, query and body that a service gets. */
export interface OperationInput<O extends Operation> {
  params: PathParams<O['path']>
  query: QueryOf<O>
  body: BodyOf<O>
}
export type OperationOutput<O extends Operation> = Static<O['response']>
