import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Page } from '../../contract/operation.ts'
import type { OperationName } from '../../contract/operations.ts'
import { invalidRequest } from '../../contract/errors.ts'
import { deadlines } from '../../lib/traffic/deadlines.ts'
import { canonicalJson } from '../../lib/canonical-json.ts'
import type { Loaded, PageRequest } from '../../store/statements/keyset.ts'
import { Turns } from '../../lib/traffic/turns.ts'
import { type ReadContext, Written } from './context.ts'

const DEFAULT_LIMIT = 50
const MAC_BYTES = 16
/** Of a page as JSON (contract, section 2, Pagination). */
const MAX_BYTES = 4 * 1024 * 1024
/** What stands around the rows: the names, the brackets and a cursor. */
const FRAME_BYTES = 1024
/**
 * Rows that are read in one go. The largest ones have more than 80 KiB: a hundred of them, of which a page shows half, would all be in
 * memory before the first is written.
 */
const ROWS_AT_ONCE = 26
/** Of one API key: the largest page has some 20 MiB in memory while it is made, and whoever waits for a turn has nothing. */
const pages = new Turns({ ofName: 4, waitMs: deadlines.queue })

export interface Listing<Row, Item> {
  readonly name: OperationName
  readonly query: { readonly limit?: number; readonly cursor?: string }
  /** Path parameters, where the list is one of many: `/cards/{cardId}/intents`. */
  readonly params?: object
  /** Up to `limit + 1` rows, newest first. Those of a search that has stopped end the page. */
  load(page: PageRequest): Promise<Loaded<Row>>
  /** A row as answers show it. */
  view(row: Row): Item | Promise<Item>
}

/**
 * One page of a list (contract, section 2, Pagination). It ends at the limit, or early at 4 MiB; its cursor goes on from there.
 * A cursor that was changed, or made for another account, list or filter, is 400 `cursor_invalid`.
 */
export async function paginate<Row extends { id: string }, Item>(
  context: ReadContext,
  listing: Listing<Row, Item>,
): Promise<Written<Page<Item>>> {
  const { limit = DEFAULT_LIMIT, cursor } = listing.query
  const cursors = cursorsOf(context, listing)
  const after = cursor === undefined ? null : cursors.decode(cursor)
  const { items, lastId, hasMore } = await pages.take(context.principal.id, () => itemsOf(listing, { limit, after }))
  const nextCursor = hasMore && lastId !== null ? cursors.encode(lastId) : null
  return new Written([
    Buffer.from('{"data":['),
    ...items,
    Buffer.from(`],"hasMore":${hasMore},"nextCursor":${JSON.stringify(nextCursor)}}`),
  ])
}

interface Items {
  /** As JSON. */
  readonly items: readonly Buffer[]
  readonly lastId: string | null
  readonly hasMore: boolean
}

/** At least one item, where there is one: a page that shows nothing would lead nowhere. */
async function itemsOf<Row extends { id: string }, Item>(
  { load, view }: Listing<Row, Item>,
  { limit, after }: PageRequest,
): Promise<Items> {
  const items: Buffer[] = []
  let lastId = after
  let bytes = FRAME_BYTES
  for (;;) {
    const wanted = Math.min(limit - items.length, ROWS_AT_ONCE - 1)
    const loaded = await load({ limit: wanted, after: lastId })
    const { rows, stoppedAt } = Array.isArray(loaded) ? { rows: loaded, stoppedAt: null } : loaded
    const views = await Promise.all(rows.slice(0, wanted).map((row) => view(row)))
    for (const [index, each] of views.entries()) {
      const item = Buffer.from(`${items.length > 0 ? ',' : ''}${JSON.stringify(each)}`)
      bytes += item.length
      if (bytes > MAX_BYTES && items.length > 0) return { items, lastId, hasMore: true }
      items.push(item)
      lastId = rows[index]?.id ?? lastId
    }
    if (stoppedAt !== null) return { items, lastId: stoppedAt, hasMore: true }
    const hasMore = rows.length > wanted
    if (!hasMore || items.length === limit) return { items, lastId, hasMore }
  }
}

/** The cursors of a list, which are bound to its account and filters. */
export function cursorsOf(
  { cursorKey, principal }: ReadContext,
  { name, query, params = {} }: Pick<Listing<never, never>, 'name' | 'query' | 'params'>,
) {
  const { limit: _limit, cursor: _cursor, ...filters } = query
  return cursorCodec(cursorKey, canonicalJson([principal.accountId, name, params, filters]))
}

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
