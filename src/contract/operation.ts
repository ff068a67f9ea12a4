import { Type, type Static, type TObject, type TProperties, type TSchema } from 'typebox'
import type { Role } from './resources/api-keys.ts'
import type { ErrorCode } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/**
 * One operation of the API, declared once. Routes, validation, OpenAPI, the SDK's types and the agent tools are read
 * from it. What every operation shares (401, 429, 500, 503, the reply headers) is not repeated here.
 */
export interface Operation {
  readonly method: Method
  /** Below `/v1`, with parameters in braces: `/cards/{cardId}`. */
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly roles: readonly Role[]
  /** Whoever calls it has no key and no session yet: its body says who they are. */
  readonly keyless?: true
  readonly query?: TObject
  readonly body?: TSchema
  /** An absent body, an empty one and `{}` are the same. */
  readonly bodyOptional?: boolean
  /** Status of the usual answer. */
  readonly status: 200 | 201 | 202
  /** Other statuses that the same body can have, for instance 200 where nothing was made. */
  readonly otherStatus?: 200
  readonly response: TSchema
  /** Codes this operation can answer beyond those that all share. */
  readonly errors: readonly ErrorCode[]
  /** The answer carries a secret: never cached, never stored in clear with an idempotency key. */
  readonly secret?: true
  /** What its answer is as a CSV file, for whoever names `text/csv` in `Accept` and not `application/json`. */
  readonly csv?: string
  /** Its answer is server-sent events without an end, each with what `response` says; this says how. Clients leave it out. */
  readonly stream?: string
  /** It answers when something has changed, at latest after the seconds of its query `waitSeconds`. */
  readonly waits?: true
  /** Its texts are those of shops and networks, in which nothing is refused: a card number is masked, or not kept. Elsewhere one is 400 `card_number_in_text`. */
  readonly mayHoldNumbers?: true
  /** Ends an API key or a secret of one: copies of keys that the answering node holds are dropped. */
  readonly endsKeys?: true
  /** Ends a session, or changes whose it is: the same for copies of sessions. */
  readonly endsSessions?: true
  /** It answers when it is done, however long that takes: every other answer has a deadline. */
  readonly takesItsTime?: true
  /** Only there with the test clock. */
  readonly testClockOnly?: true
}

/** Declares an operation, keeping its literal types. */
export const operation = <const O extends Operation>(declared: O): O => declared

const MAX_PAGE_ENTRIES = 100
/** More than a request line holds: what is no cursor is `cursor_invalid`, whatever its length. */
const MAX_CURSOR_LENGTH = 16_384
const Cursor = Type.String({
  pattern: '^cur_[A-Za-z0-9_-]+$',
  maxLength: 1024,
  description: '`cursor` of the next page.',
})

/** A list: `limit` and `cursor` beside its filters, a page in the answer (contract, section 2, Pagination). */
export const listQuery = <F extends TProperties>(filters: F) =>
  Type.Object(
    {
      ...filters,
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MAX_PAGE_ENTRIES,
          default: 50,
          description: 'Entries of a page. `nextCursor` leads to more.',
        }),
      ),
      cursor: Type.Optional(Type.String({ maxLength: MAX_CURSOR_LENGTH })),
    },
    { additionalProperties: false },
  )

/** What somebody types to find one of many. */
export const searchOf = (fields: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: String.raw`\S`,
      description: `Words, each a part of ${fields}; ASCII letters compare without case. A page looks through a bounded number: it may end early, or be empty, with \`hasMore\`.`,
    }),
  )

/** Of every PATCH: what a change would leave is answered without changing anything (contract, section 2). */
export const dryRunQuery = Type.Object(
  {
    dryRun: Type.Optional(
      Type.Boolean({ description: 'Answers what the change would leave, with its warnings, and changes nothing.' }),
    ),
  },
  { additionalProperties: false },
)

/** Whether an operation is only tried. The query as it was sent, or as it was read. */
export const isDryRun = ({ query }: Operation, sent: object): boolean =>
  query === dryRunQuery && 'dryRun' in sent && (sent.dryRun === true || sent.dryRun === 'true')

export const pageOf = <S extends TSchema>(item: S) =>
  Type.Object({
    data: Type.Array(item, { maxItems: MAX_PAGE_ENTRIES, description: 'Newest first. Ends early at 4 MiB of JSON.' }),
    nextCursor: Type.Union([Cursor, Type.Null()]),
    hasMore: Type.Boolean(),
  })

export interface Page<T> {
  data: T[]
  nextCursor: string | null
  hasMore: boolean
}

type PathParams<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Name]: string } & PathParams<Rest>
  : unknown

type QueryOf<O> = O extends { query: infer Q extends TSchema } ? Static<Q> : unknown
type BodyOf<O> = O extends { body: infer B extends TSchema } ? Static<B> : undefined

/** What a service gets: path parameters, query and body, validated. */
export interface OperationInput<O extends Operation> {
  params: PathParams<O['path']>
  query: QueryOf<O>
  body: BodyOf<O>
}
export type OperationOutput<O extends Operation> = Static<O['response']>
