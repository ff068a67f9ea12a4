import { createBackgroundWriter } from '../../lib/traffic/background-writer.ts'
import type { Database } from '../../store/connection/database.ts'
import { KEPT_API_KEY_REQUESTS_PER_OUTCOME, writeRequestLog } from '../../store/requests/request-log.ts'
import type { ApiKeyRequestRow } from '../../store/rows/key-tables.ts'
import { operations } from '../../contract/operations.ts'

/** A request with an API key, and its reply. */
export interface LoggedKeyRequest extends Omit<ApiKeyRequestRow, 'path' | 'failed' | 'missed_before'> {
  /** The URL of the API key's request as it was sent. Only its plain path is stored. */
  readonly url: string
}

/** Keeps the last requests of each API key for the people who write its program. */
export interface KeyRequestLog {
  /** Notes an API key's request whose reply is being sent, to be stored later. Waits for nothing, and never throws. */
  note(request: LoggedKeyRequest): void
  /** Stores the noted requests of API keys. Resolves when they are stored or writing has failed; never rejects. */
  flush(): Promise<void>
}

/** For how many milliseconds requests of API keys are collected before one statement stores them, however many a key sends. */
const GATHER_MS = 2000
/**
 * How many requests of all API keys together one node collects, to store them with one statement. Further requests are counted, but not
 * kept.
 */
const MOST_WAITING = 1000
/** The most API keys whose requests a node keeps or counts between two statements. */
const MOST_KEYS = 10_000

/**
 * The requests of one API key that wait to be stored, the newest last. If there are too many, the oldest are dropped: the database keeps
 * only the last requests of a key, so the newer ones would replace them anyway.
 */
interface Waiting {
  readonly succeeded: LoggedKeyRequest[]
  readonly failed: LoggedKeyRequest[]
  /** How many requests of the API key were dropped since its last stored request. */
  missed: number
}

interface RequestLogOptions {
  readonly database: Database
  /** Called where requests of API keys could not be stored. */
  readonly onError: (error: unknown) => void
  readonly mostWaiting?: number
}

/**
 * Writes requests of API keys in the background, and loses some rather than delay a reply: requests above `mostWaiting`, those of a
 * statement that failed, and those of the last seconds of a node that was killed. The requests of the first two kinds are counted.
 */
export function createKeyRequestLog({
  database,
  onError,
  mostWaiting = MOST_WAITING,
}: RequestLogOptions): KeyRequestLog {
  let waiting = new Map<string, Waiting>()
  let count = 0

  const waitingOf = (keyId: string): Waiting | undefined => {
    const known = waiting.get(keyId)
    if (known !== undefined || waiting.size >= MOST_KEYS) return known
    const begun = { succeeded: [], failed: [], missed: 0 }
    waiting.set(keyId, begun)
    return begun
  }
  const countMissed = (keyId: string, missed: number): void => {
    const ofKey = missed === 0 ? undefined : waitingOf(keyId)
    if (ofKey !== undefined) ofKey.missed += missed
  }

  const write = async (): Promise<void> => {
    const taken = waiting
    waiting = new Map()
    count = 0
    const rows: ApiKeyRequestRow[] = []
    for (const [keyId, ofKey] of taken) {
      const own = rowsOf(ofKey)
      if (own.length === 0) countMissed(keyId, ofKey.missed)
      rows.push(...own)
    }
    if (rows.length === 0) return
    await writeRequestLog(database, rows).catch((error: unknown) => {
      for (const { key_id: keyId, missed_before: missed } of rows) countMissed(keyId, missed + 1)
      onError(error)
    })
  }
  const writer = createBackgroundWriter(write, GATHER_MS)

  return {
    note(request) {
      const ofKey = waitingOf(request.key_id)
      if (ofKey === undefined) return
      const ofOutcome = hasFailed(request) ? ofKey.failed : ofKey.succeeded
      if (ofOutcome.length === KEPT_API_KEY_REQUESTS_PER_OUTCOME) ofOutcome.shift()
      else if (count >= mostWaiting) {
        ofKey.missed += 1
        return
      } else count += 1
      ofOutcome.push(request)
      writer.due()
    },
    flush: writer.flush,
  }
}

const hasFailed = ({ status }: Pick<LoggedKeyRequest, 'status'>): boolean => status >= 400

/** The rows to store for the requests of an API key. The first row says how many requests before it were dropped. */
const rowsOf = ({ succeeded, failed, missed }: Waiting): ApiKeyRequestRow[] =>
  [...failed, ...succeeded].map(({ url, ...request }, index) => ({
    ...request,
    path: loggableRequestPath(url),
    failed: hasFailed(request),
    missed_before: index === 0 ? missed : 0,
  }))

const OMITTED = '…'
const ID = /^[a-z]{2,4}_[0-9a-hjkmnp-tv-z]{26}$/
const MOST_STEPS = 10
const paths = new Set(['/mcp', ...Object.values(operations).map(({ path }) => `/v1${path}`)])
const words = new Set([...paths].flatMap((path) => path.split('/')).filter((word) => !word.startsWith('{')))

/**
 * The path of a URL without its query, for people to read. Only words of the API and ids of Purser are kept: whatever else stands in a path
 * may be a secret or a card number that was put there by mistake.
 */
export function loggableRequestPath(url: string): string {
  const [path = ''] = url.split('?', 1)
  if (paths.has(path)) return path
  const steps = path.split('/', MOST_STEPS + 1)
  const plain = steps.slice(0, MOST_STEPS).map((step) => (words.has(step) || ID.test(step) ? step : OMITTED))
  return [...plain, ...(steps.length > MOST_STEPS ? [OMITTED] : [])].join('/')
}
