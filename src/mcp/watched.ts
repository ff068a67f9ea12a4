import type { ChangeRequest } from '../contract/resources/change-requests.ts'
import type { Intent } from '../contract/resources/intents.ts'
import type { IntentStatus } from '../contract/resources/intents/intent-fields.ts'
import { MAX_TOOL_WAIT_SECONDS } from './fields.ts'
import type { ToolCaller } from './tool.ts'

/** How many resources one MCP client can listen for at the same time: several purchases of an agent may wait for people. */
const MOST_WATCHED = 32
/** Milliseconds between two reads of change requests and challenges, which have no operation that waits. */
const LOOK_EVERY_MS = 2000
const INTENT = /^purser:\/\/intents\/(int_[0-9a-z]{26})$/
const CHANGE = /^purser:\/\/changes\/(chg_[0-9a-z]{26})$/

/** The URI of the resource that shows an intent, with the challenge that has come at its checkout. */
export const intentUri = (id: string): string => `purser://intents/${id}`
/** The URI of the resource that shows a change request. */
export const changeRequestUri = (id: string): string => `purser://changes/${id}`

/** The resources that a client listens for, in their state at the beginning. */
export interface WatchedResources {
  readonly uris: readonly string[]
  readonly intents: readonly Intent[]
  readonly changes: readonly ChangeRequest[]
  /** The challenge at the checkout of each intent, by the intent's id. */
  readonly challenges: ReadonlyMap<string, string>
}

/** Selects the URIs of MCP resources that the caller may read and that can still change. */
export async function readableResourceUris(asking: ToolCaller, uris: unknown): Promise<WatchedResources> {
  const { purser, signal } = asking
  const some = [...new Set(Array.isArray(uris) ? uris.map(String) : [])].slice(0, MOST_WATCHED)
  const idsIn = (pattern: RegExp) => some.flatMap((uri) => pattern.exec(uri)?.[1] ?? [])
  const [intents, changes] = await Promise.all([
    existing(idsIn(INTENT), (id) => purser.intents.get(id, {}, { signal })),
    existing(idsIn(CHANGE), (id) => purser.changeRequests.get(id, { signal })),
  ])
  return {
    uris: [...intents.map(({ id }) => intentUri(id)), ...changes.map(({ id }) => changeRequestUri(id))],
    intents,
    changes,
    challenges: await challengesAt(asking, intents.filter(isWaiting)),
  }
}

async function existing<T>(ids: readonly string[], get: (id: string) => Promise<T>): Promise<T[]> {
  const found = await Promise.all(ids.map((id) => get(id).catch(() => null)))
  return found.filter((each) => each !== null)
}

/**
 * Notifies of each change of the watched resources, until all of them are over or the signal aborts. Rejects if the caller may no longer
 * read them, and if too many requests wait.
 */
export async function notifyOfWatchedResourceChanges(
  asking: ToolCaller,
  watched: WatchedResources,
  tell: (uri: string) => void,
): Promise<void> {
  const waiting = new Map(watched.intents.filter(isWaiting).map((intent) => [intent.id, intent]))
  const over = new AbortController()
  const atCheckout = { ...asking, signal: AbortSignal.any([asking.signal, over.signal]) }
  const intents = [...waiting.values()].map((intent) => watchIntent(asking, intent, { waiting, tell }))
  await Promise.all([
    Promise.all(intents).finally(() => over.abort()),
    watchChallenges(atCheckout, watched.challenges, { waiting, tell }),
    ...watched.changes.map((change) => watchChange(asking, change, tell)),
  ])
}

interface Watch {
  /** The intents that are not over, in their last state that was read, by id. */
  readonly waiting: Map<string, Intent>
  readonly tell: (uri: string) => void
}

const WAITING = new Set<IntentStatus>(['pending_approval', 'pending'])
const isWaiting = ({ status }: Intent): boolean => WAITING.has(status)

async function watchIntent({ purser, signal }: ToolCaller, intent: Intent, { waiting, tell }: Watch): Promise<void> {
  const { id } = intent
  let knownStatus = intent.status
  while (WAITING.has(knownStatus) && !signal.aborted) {
    const query = { waitSeconds: MAX_TOOL_WAIT_SECONDS, knownStatus }
    const current = await purser.intents.get(id, query, { signal })
    if (isWaiting(current)) waiting.set(id, current)
    else waiting.delete(id)
    if (current.status !== knownStatus) tell(intentUri(id))
    knownStatus = current.status
  }
}

async function watchChallenges(
  asking: ToolCaller,
  first: WatchedResources['challenges'],
  { waiting, tell }: Watch,
): Promise<void> {
  let known = first
  const { signal } = asking
  for (await pause(asking); !signal.aborted; await pause(asking)) {
    const current = await challengesAt(asking, [...waiting.values()]).catch((error: unknown) => {
      if (signal.aborted) return known
      throw error
    })
    for (const [id, challenge] of current) if (known.get(id) !== challenge) tell(intentUri(id))
    known = current
  }
}

/** The newest challenge at the checkout of each intent, with its status, by the intent's id. */
async function challengesAt(
  { purser, signal }: ToolCaller,
  intents: readonly Intent[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const [cardId, ofCard] of Map.groupBy(intents, (intent) => intent.cardId)) {
    const { data } = await purser.challenges.list({ cardId, limit: 1 }, { signal })
    const [newest] = data
    for (const { id, createdAt } of newest === undefined ? [] : ofCard) {
      if (newest !== undefined && newest.createdAt >= createdAt) found.set(id, `${newest.id} ${newest.status}`)
    }
  }
  return found
}

async function watchChange(asking: ToolCaller, change: ChangeRequest, tell: (uri: string) => void): Promise<void> {
  const { purser, signal } = asking
  let { status } = change
  while (status === 'pending' && !signal.aborted) {
    await pause(asking)
    if (signal.aborted) return
    const current = await purser.changeRequests.get(change.id, { signal })
    if (current.status !== status) tell(changeRequestUri(change.id))
    status = current.status
  }
}

/** Resolves after `LOOK_EVERY_MS`, or when the signal aborts. */
const pause = ({ signal }: ToolCaller): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, LOOK_EVERY_MS)
    signal.addEventListener('abort', end, { once: true })
  })
