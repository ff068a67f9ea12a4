import { inboxRequestAgeKey } from './age-of.ts'

/** A request in the inbox's list that is on the page. `isGone`: it was decided or ended while it was on the page. */
export interface InboxEntry<Row> {
  readonly row: Row
  readonly isGone: boolean
}

/**
 * The state of an inbox, which only its reader moves: new requests wait behind a count, requests that others decided stay where they were,
 * and the chosen request stays chosen.
 */
export interface SteadyInbox<Row> {
  /** The inbox's requests on the page. Undefined: the service has not answered yet. */
  readonly entries: readonly InboxEntry<Row>[] | undefined
  readonly chosenId: string | undefined
  /** The inbox's requests as the service listed them last, in the order of the list. */
  readonly listed: InboxPage<Row>
  /** True after the person has pressed the inbox's button for older requests, until these are listed. */
  readonly wantsOlder: boolean
  /** Inbox requests that the person decided on this page. An answer of the list that was requested earlier may still contain them. */
  readonly decidedIds: ReadonlySet<string>
}

export interface InboxPage<Row> {
  readonly rows: readonly Row[]
  /** True if the service has older requests for the inbox that `rows` does not contain. */
  readonly hasMore: boolean
}

export type InboxEvent<Row> =
  | { readonly type: 'listed'; readonly listed: InboxPage<Row> }
  | { readonly type: 'moved'; readonly by: 1 | -1 }
  | { readonly type: 'chose'; readonly id: string }
  | { readonly type: 'decided'; readonly ids: readonly string[] }
  | { readonly type: 'asked for new ones' }
  | { readonly type: 'asked for older ones' }

interface Identified {
  readonly id: string
}

export const emptyInbox = <Row>(chosenId: string | undefined): SteadyInbox<Row> => ({
  entries: undefined,
  chosenId,
  listed: { rows: [], hasMore: false },
  wantsOlder: false,
  decidedIds: new Set(),
})

export function steadyInboxAfter<Row extends Identified>(
  inbox: SteadyInbox<Row>,
  event: InboxEvent<Row>,
): SteadyInbox<Row> {
  switch (event.type) {
    case 'listed':
      return afterListing(inbox, without(event.listed, inbox.decidedIds))
    case 'moved':
      return afterMove(inbox, event.by)
    case 'chose':
      return { ...withoutGone(inbox, event.id), chosenId: event.id }
    case 'decided':
      return afterDecision(inbox, new Set(event.ids))
    case 'asked for new ones':
      return caughtUp(inbox)
    default:
      return { ...inbox, wantsOlder: true }
  }
}

/** New requests that the inbox hides behind a count until the person asks for them. */
export function newInboxRequests<Row extends Identified>({ entries = [], listed }: SteadyInbox<Row>): readonly Row[] {
  const shown = new Set(entries.map(({ row }) => row.id))
  return listed.rows.filter(({ id }) => !shown.has(id))
}

const without = <Row extends Identified>(
  { rows, hasMore }: InboxPage<Row>,
  ids: ReadonlySet<string>,
): InboxPage<Row> => ({
  rows: rows.filter(({ id }) => !ids.has(id)),
  hasMore,
})

const open = <Row>(row: Row): InboxEntry<Row> => ({ row, isGone: false })

function afterListing<Row extends Identified>(inbox: SteadyInbox<Row>, listed: InboxPage<Row>): SteadyInbox<Row> {
  const { entries, chosenId } = inbox
  // An empty inbox shows new requests at once: no row could move under the reader.
  if (entries === undefined || entries.length === 0)
    return { ...inbox, listed, entries: listed.rows.map(open), chosenId: chosenId ?? listed.rows[0]?.id }
  const now = new Map(listed.rows.map((row) => [row.id, row]))
  const isBeyond = isBeyondOf(listed)
  const kept = entries.map(({ row, isGone }) => {
    const current = now.get(row.id)
    if (current !== undefined) return open(current)
    return { row, isGone: isGone || !isBeyond(row) }
  })
  const older = listed.rows.filter(
    (row) => !entries.some((entry) => entry.row.id === row.id) && isOlderThan(entries, row),
  )
  const isRead = inbox.wantsOlder && older.length > 0
  const shown = isRead ? inOrderOf(listed, kept, older) : [...kept, ...older.map(open)]
  return { ...inbox, listed, entries: shown, wantsOlder: inbox.wantsOlder && !isRead }
}

/**
 * True for rows of the inbox that are older than its whole list while the API has more pages: newer rows have pushed them to a later page,
 * so they are not gone.
 */
function isBeyondOf<Row extends Identified>({ rows, hasMore }: InboxPage<Row>): (row: Row) => boolean {
  const oldest = rows.map(inboxRequestAgeKey).reduce((least, age) => (least < age ? least : age), '~')
  return (row) => hasMore && inboxRequestAgeKey(row) < oldest
}

const isOlderThan = <Row extends Identified>(entries: readonly InboxEntry<Row>[], row: Row): boolean =>
  entries.every((entry) => inboxRequestAgeKey(row) < inboxRequestAgeKey(entry.row))

/** The inbox's list with the older requests that the person asked for, each behind the request that it follows in the service's order. */
function inOrderOf<Row extends Identified>(
  { rows }: InboxPage<Row>,
  kept: readonly InboxEntry<Row>[],
  older: readonly Row[],
): readonly InboxEntry<Row>[] {
  return older.reduce<readonly InboxEntry<Row>[]>((shown, row) => {
    const before = new Set(rows.slice(0, rows.indexOf(row)).map(({ id }) => id))
    const at = shown.findLastIndex((entry) => before.has(entry.row.id))
    return shown.toSpliced(at + 1, 0, open(row))
  }, kept)
}

/** Removes requests from the inbox that were decided or ended, all but the one that the person turns to. */
function withoutGone<Row extends Identified>(inbox: SteadyInbox<Row>, butId: string | undefined): SteadyInbox<Row> {
  const { entries } = inbox
  if (entries === undefined) return inbox
  return { ...inbox, entries: entries.filter(({ row, isGone }) => !isGone || row.id === butId) }
}

/** Chooses the inbox's next open request below (`1`) or above (`-1`) the chosen one. Without one, the chosen request stays chosen. */
function afterMove<Row extends Identified>(inbox: SteadyInbox<Row>, by: 1 | -1): SteadyInbox<Row> {
  const { entries = [], chosenId } = inbox
  const at = entries.findIndex(({ row }) => row.id === chosenId)
  const ahead = by > 0 ? entries.slice(at + 1) : entries.slice(0, Math.max(0, at)).toReversed()
  const next = ahead.find(({ isGone }) => !isGone)?.row.id
  if (next === undefined) return inbox
  return { ...withoutGone(inbox, next), chosenId: next }
}

/** Removes the requests that the person has decided from the inbox, and selects the open request after them, or else the one before. */
function afterDecision<Row extends Identified>(inbox: SteadyInbox<Row>, ids: ReadonlySet<string>): SteadyInbox<Row> {
  const { entries = [], chosenId, listed } = inbox
  const at = entries.findIndex(({ row }) => row.id === chosenId)
  const isLeft = ({ row, isGone }: InboxEntry<Row>) => !isGone && !ids.has(row.id)
  const next = entries.slice(at + 1).find(isLeft) ?? entries.slice(0, Math.max(0, at)).findLast(isLeft)
  const rest = withoutGone({ ...inbox, entries: entries.filter(({ row }) => !ids.has(row.id)) }, undefined)
  const isDecided = chosenId !== undefined && ids.has(chosenId)
  const after: SteadyInbox<Row> = {
    ...rest,
    listed: without(listed, ids),
    decidedIds: inbox.decidedIds.union(ids),
    chosenId: isDecided ? next?.row.id : chosenId,
  }
  // An empty inbox shows new requests at once, because nothing would move under the reader.
  return after.entries?.length === 0 ? caughtUp(after) : after
}

/** Shows in the inbox all requests that the service listed last. The chosen request stays chosen, unless it was decided or has ended. */
function caughtUp<Row extends Identified>(inbox: SteadyInbox<Row>): SteadyInbox<Row> {
  const { entries = [], listed, chosenId } = inbox
  const stays = chosenId !== undefined && !entries.some(({ row, isGone }) => isGone && row.id === chosenId)
  return { ...inbox, entries: listed.rows.map(open), chosenId: stays ? chosenId : listed.rows[0]?.id }
}
