import type { Attempt } from './attempt.ts'
import { apiKeyProblem } from './secrets.ts'
import { refuseUnknown } from './unknown-options.ts'

export interface ClientOptions {
  /**
   * Where Purser answers, for instance `https://purser.example.com/v1`. Default: `PURSER_URL` of the environment, else
   * `http://127.0.0.1:8420/v1`.
   */
  baseUrl?: string
  /**
   * The secret of an API key, `sk_` and 40 letters or digits. Default: `PURSER_API_KEY` of the environment. Null in a page that Purser
   * serves: a person's session signs its requests.
   */
  apiKey?: string | null
  /** Tries after the first one, default 3. 0 switches retries off. */
  maxRetries?: number
  /** How many milliseconds each call may take with all its tries, default 30 000. */
  timeoutMs?: number
  /** The function that sends the requests. Default: the platform's `fetch`. */
  fetch?: typeof fetch
  /** Is told of every try of every call, for logs: `onAttempt: (attempt) => logger.debug(attempt)`. What it throws fails no call. */
  onAttempt?: (attempt: Attempt) => void
}

const known = [
  'baseUrl',
  'apiKey',
  'maxRetries',
  'timeoutMs',
  'fetch',
  'onAttempt',
] as const satisfies readonly (keyof ClientOptions)[]

const DEFAULT_URL = 'http://127.0.0.1:8420/v1'
const INSTEAD = `write for instance ${DEFAULT_URL}, or leave it out`

/** A client's options, with the default of each option that was not given. */
export type CompleteOptions = Required<Omit<ClientOptions, 'onAttempt'>> & Pick<ClientOptions, 'onAttempt'>

/** The options with their defaults. What can never work is refused here, where the mistake is, and not with the first call. */
export function completeOptions(options: ClientOptions = {}): CompleteOptions {
  if (typeof options !== 'object' || options === null)
    throw refused(`takes options, not ${String(options)}`, 'write new Purser({ apiKey })')
  refuseUnknown('new Purser', options, known)
  const { maxRetries = 3, timeoutMs = 30_000, onAttempt } = options
  const apiKey = checkedKey(options)
  const url = options.baseUrl === undefined ? environment('PURSER_URL') : undefined
  const baseUrl = checkedUrl(
    options.baseUrl === undefined ? (url ?? DEFAULT_URL) : options.baseUrl,
    url === undefined ? 'baseUrl' : 'PURSER_URL',
  )
  if (!isMaxRetries(maxRetries)) throw refused(`maxRetries is ${String(maxRetries)}`, WHOLE_NUMBER)
  if (!isTimeout(timeoutMs)) throw refused(`timeoutMs is ${String(timeoutMs)}`, MILLISECONDS)
  for (const name of ['fetch', 'onAttempt'] as const) {
    if (options[name] !== undefined && typeof options[name] !== 'function')
      throw refused(`${name} is no function`, 'give one, or leave it out')
  }
  return {
    apiKey,
    baseUrl,
    maxRetries,
    timeoutMs,
    fetch: options.fetch ?? fetch,
    ...(onAttempt === undefined ? {} : { onAttempt }),
  }
}

/** An option that is there and undefined comes from a variable that is not set: it is refused, and no other key takes its place. */
function checkedKey(options: ClientOptions): string | null {
  const isGiven = 'apiKey' in options
  const apiKey = isGiven ? options.apiKey : environment('PURSER_API_KEY')
  if (apiKey === null && originOfPage() !== undefined) return null
  if (!isGiven && apiKey === undefined) {
    throw refused('there is no API key', 'give one as apiKey, or set the variable PURSER_API_KEY')
  }
  const problem = apiKeyProblem(apiKey)
  if (problem !== null) throw refused(`${isGiven ? 'apiKey' : 'PURSER_API_KEY'} ${problem.what}`, problem.fix)
  return apiKey as string
}

/** Browsers and some workers have no environment. */
const environment = (name: string): string | undefined =>
  (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env?.[name]

export const WHOLE_NUMBER = 'it is a whole number of tries, 0 for none'
export const MILLISECONDS = 'it is a number of milliseconds, for instance 30_000'
export const isMaxRetries = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0
export const isTimeout = (value: unknown): boolean =>
  typeof value === 'number' && value > 0 && value <= LONGEST_TIMEOUT_MS

/** The longest time that a timer of JavaScript can wait, in milliseconds. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i
const THIS_MACHINE = /^(?:localhost|127\.|\[::1\])/i

/**
 * Checks the base URL of the API, and returns it without slashes at its end. A URL without a path gets the path that the API always has.
 */
function checkedUrl(given: unknown, name: string): string {
  if (typeof given !== 'string') throw refused(`${name} is ${String(given)}`, INSTEAD)
  const text = /^\/(?!\/)/.test(given) ? `${originOfPage() ?? ''}${given}` : given.trim()
  if (text === '') throw refused(`${name} is empty`, INSTEAD)
  if (!SCHEME.test(text)) {
    const bare = text.replace(/^\/+|^[^/]*@/, '') // never a password
    throw refused(`${name} has no scheme`, `write ${THIS_MACHINE.test(bare) ? 'http' : 'https'}://${bare}`)
  }
  const url = parsedUrl(text, name)
  const path = url.pathname.replace(/\/+$/, '')
  if (path === '') return `${url.origin}/v1`
  if (!path.endsWith('/v1')) {
    throw refused(`${name} ends in ${path}`, `it ends in /v1, for instance ${url.origin}${rootOf(path)}/v1`)
  }
  return `${url.origin}${path}`
}

function parsedUrl(text: string, name: string): URL {
  if (!URL.canParse(text)) throw refused(`${name} is no URL`, INSTEAD)
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refused(`${name} begins with ${url.protocol}//`, 'it begins with https:// or http://')
  }
  if (url.username !== '' || url.password !== '') {
    throw refused(`${name} carries a user name or a password`, 'leave them out: Purser knows you by apiKey')
  }
  if (url.search !== '' || url.hash !== '') throw refused(`${name} carries a query or a fragment`, 'end it with /v1')
  return url
}

/** A page in a browser may name a path of its own host. */
const originOfPage = (): string | undefined => (globalThis as { location?: { origin: string } }).location?.origin

/** `/purser` of `/purser/v1/cards`. */
const rootOf = (path: string): string => path.split('/v1/')[0] ?? path

const refused = (what: string, fix: string): TypeError => new TypeError(`new Purser: ${what}. ${capitalized(fix)}.`)
const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
