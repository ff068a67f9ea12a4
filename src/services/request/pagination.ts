import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Page } from '../../contract/operation.ts'
import type { OperationName } from '../../contract/operations.ts'
import { invalidRequest } from '../../contract/errors.ts'
import { canonicalJson } from '../../lib/canonical-json.ts'
import type { PageRequest } from '../../store/keyset.ts'
import type { ReadContext } from './context.ts'

const DEFAULT_LIMIT = 50
const MAC_BYTES = 16

export interface Listing {
  readonly name: OperationName
  readonly query: { readonly limit?: number; readonly cursor?: string }
  /** Path parameters, where the list is one of many: `/cards/{cardId}/intents`. */
  readonly params?: object
}

/**
 * One page of a list (contract, section 2, Pagination). `load` answers up to `limit + 1` rows, newest first.
 * A cursor that was changed, or made for another account, list or filter, is 400 `cursor_invalid`.
 */
export async function paginate<Row extends { id: string }>(
  context: ReadContext,
  listing: Listing,
  load: (page: PageRequest) => Promise<Row[]>,
): Promise<Page<Row>> {
  const { limit = DEFAULT_LIMIT, cursor, ...filters } = listing.query
  const binding = canonicalJson([context.principal.accountId, listing.name, listing.params ?? {}, filters])
  const cursors = cursorCodec(context.cursorKey, binding)
  const rows = await load({ limit, after: cursor === undefined ? null : cursors.decode(cursor) })
  const data = rows.slice(0, limit)
  const last = data.at(-1)
  const hasMore = rows.length > limit
  return { data, hasMore, nextCursor: hasMore && last !== undefined ? cursors.encode(last.id) : null }
}

/** The same page with its rows as answers show them. */
export const mapPage = <Row, Item>(page: Page<Row>, view: (row: Row) => Item): Page<Item> => ({
  ...page,
  data: page.data.map(view),
})

/** A cursor is a position, the id of a row, and a MAC over it and what it is bound to. */
function cursorCodec(key: Buffer, binding: string) {
  const macOf = (position: string) =>
    createHmac('sha256', key).update(binding).update('\0').update(position).digest().subarray(0, MAC_BYTES)

  const pack = (position: string) =>
    `cur_${Buffer.concat([macOf(position), Buffer.from(position)]).toString('base64url')}`

  return {
    encode: pack,

    decode(cursor: string): string {
      const bytes = Buffer.from(cursor.slice('cur_'.length), 'base64url')
      const position = bytes.subarray(MAC_BYTES).toString()
      if (!sameText(pack(position), cursor)) throw invalidCursor()
      return position
    },
  }
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

const invalidCursor = () =>
  invalidRequest(
    'cursor',
    'The cursor is not one that this list gave for these filters.',
    'cursor_invalid',
    'Send `nextCursor` of the page before, with the same filters, or leave it out to start anew.',
  )
