import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ListPage } from '../../contract/operation.ts'
import type { OperationName } from '../../contract/operations.ts'
import { invalidRequestError } from '../../contract/errors.ts'
import { answerStepDeadlinesMs } from '../../lib/traffic/deadlines.ts'
import { canonicalJson } from '../../lib/canonical-json.ts'
import type { LoadedListPage, ListPageRequest } from '../../store/statements/keyset.ts'
import { LongWorkTimeSlices } from '../../lib/traffic/time-slices.ts'
import { NodeWorkTurns } from '../../lib/traffic/turns.ts'
import { type ReadOperationContext, JsonTextAnswer } from './context.ts'

const DEFAULT_LIMIT = 50
const MAC_BYTES = 16
/** The most bytes of a page as JSON (contract, section 2, Pagination). */
const MAX_BYTES = 4 * 1024 * 1024
/** How many bytes of a page are reserved for everything beside its rows: names, brackets and the cursor. */
const FRAME_BYTES = 1024
/**
 * How many rows of a list are read with one statement. The largest rows have more than 80 KiB, and a page ends at 4 MiB: of a hundred such
 * rows, most would be read for nothing.
 */
const ROWS_AT_ONCE = 26
/**
 * Limits how many pages are made at the same time: four for one caller, eight for an account. The largest page takes some 20 MiB of memory
 * while it is made; a waiting request takes none.
 */
const pages = new NodeWorkTurns({ ofName: 4, ofAccount: 8, waitMs: answerStepDeadlinesMs.queue })

export interface ApiListDefinition<Row, Item> {
  readonly name: OperationName
  readonly query: { readonly limit?: number; readonly cursor?: string }
  /** The path parameters of a list such as `/cards/{cardId}/intents`. */
  readonly params?: object
  /**
   * Reads up to `limit + 1` rows, newest first, with everything that the answers about them need. A search that stopped early also returns
   * the id at which it stopped, and the page ends at that id.
   */
  load(page: ListPageRequest): Promise<LoadedListPage<Row>>
  /**
   * Makes the answer about a row of a list, without waiting for anything. The thread does other work between two rows, so this may compute
   * for long.
   */
  view(row: Row): Item
}

/**
 * A page of a list (contract, section 2, Pagination). It ends at the limit or at 4 MiB, and its cursor continues from there. Throws 400
 * `cursor_invalid` for a cursor that was changed or was made for another account, list or filter.
 */
export async function paginate<Row extends { id: string }, Item>(
  context: ReadOperationContext,
  listing: ApiListDefinition<Row, Item>,
): Promise<JsonTextAnswer<ListPage<Item>>> {
  const { limit = DEFAULT_LIMIT, cursor } = listing.query
  const cursors = listCursorsOf(context, listing)
  const after = cursor === undefined ? null : cursors.decode(cursor)
  const { items, lastId, hasMore } = await pages.take(context.principal, () =>
    itemsOf(
      listing,
      { limit, after },
      new LongWorkTimeSlices({ gone: context.gone, accountId: context.principal.accountId }),
    ),
  )
  const nextCursor = hasMore && lastId !== null ? cursors.encode(lastId) : null
  return new JsonTextAnswer([
    Buffer.from('{"data":['),
    ...items,
    Buffer.from(`],"hasMore":${hasMore},"nextCursor":${JSON.stringify(nextCursor)}}`),
  ])
}

interface Items {
  /** The items of a page of a list as JSON, each but the first with a comma before it. */
  readonly items: readonly Buffer[]
  readonly lastId: string | null
  readonly hasMore: boolean
}

/** The items of a page. The first item is included even if it is larger than a page may be, so that every page advances. */
async function itemsOf<Row extends { id: string }, Item>(
  { load, view }: ApiListDefinition<Row, Item>,
  { limit, after }: ListPageRequest,
  slices: LongWorkTimeSlices,
): Promise<Items> {
  const items: Buffer[] = []
  let lastId = after
  let bytes = FRAME_BYTES
  for (;;) {
    const count = Math.min(limit - items.length, ROWS_AT_ONCE - 1)
    const loaded = await load({ limit: count, after: lastId })
    const { rows, stoppedAt } = Array.isArray(loaded) ? { rows: loaded, stoppedAt: null } : loaded
    for await (const row of slices.each(rows.slice(0, count))) {
      const item = Buffer.from(`${items.length > 0 ? ',' : ''}${JSON.stringify(view(row))}`)
      bytes += item.length
      if (bytes > MAX_BYTES && items.length > 0) return { items, lastId, hasMore: true }
      items.push(item)
      lastId = row.id
    }
    if (stoppedAt !== null) return { items, lastId: stoppedAt, hasMore: true }
    const hasMore = rows.length > count
    if (!hasMore || items.length === limit) return { items, lastId, hasMore }
  }
}

/** Encodes and decodes the cursors of a list, which are bound to its account and filters. */
export function listCursorsOf(
  { cursorKey, principal }: ReadOperationContext,
  { name, query, params = {} }: Pick<ApiListDefinition<never, never>, 'name' | 'query' | 'params'>,
) {
  const { limit: _limit, cursor: _cursor, ...filters } = query
  return cursorCodec(cursorKey, canonicalJson([principal.accountId, name, params, filters]))
}

/** Makes the codec of pagination cursors. A cursor consists of a position (the id of a row) and a MAC over the position and the binding. */
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
  invalidRequestError(
    'cursor',
    'The cursor is not one that this list gave for these filters.',
    'cursor_invalid',
    'Send `nextCursor` of the page before, with the same filters, or leave it out to start anew.',
  )
