import { apiKeyProblem } from './secrets.ts'

export interface ClientOptions {
  /** Where Purser answers, for instance `https://purser.example.com/v1`. Default `http://127.0.0.1:8420/v1`. */
  baseUrl?: string
  /** The secret of an API key, `sk_` and 40 letters or digits. Null in a page that Purser serves: a person's session signs its requests. */
  apiKey: string | null
  /** Tries after the first one, default 3. 0 switches retries off. */
  maxRetries?: number
  /** For each call with all its tries, default 30 000. */
  timeoutMs?: number
  /** Default: the platform's. */
  fetch?: typeof fetch
}

const DEFAULT_URL = 'http://127.0.0.1:8420/v1'
const INSTEAD = `write for instance ${DEFAULT_URL}, or leave it out`

/** The options with their defaults. What can never work is refused here, where the mistake stands, and not with the first call. */
export function completeOptions(options: ClientOptions): Required<ClientOptions> {
  if (typeof options !== 'object' || options === null) throw refused('needs options', 'write new Purser({ apiKey })')
  const { apiKey, baseUrl = DEFAULT_URL, maxRetries = 3, timeoutMs = 30_000 } = options
  const problem = apiKey === null && originOfPage() !== undefined ? null : apiKeyProblem(apiKey)
  if (problem !== null) throw refused(`apiKey ${problem.what}`, problem.fix)
  if (!Number.isInteger(maxRetries) || maxRetries < 0) {
    throw refused(`maxRetries is ${String(maxRetries)}`, 'it is a whole number of tries, 0 for none')
  }
  if (!(timeoutMs > 0 && timeoutMs <= LONGEST_TIMEOUT_MS)) {
    throw refused(`timeoutMs is ${String(timeoutMs)}`, 'it is a number of milliseconds, for instance 30_000')
  }
  return { apiKey, baseUrl: checkedUrl(baseUrl), maxRetries, timeoutMs, fetch: options.fetch ?? fetch }
}

/** What timers take. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i
const THIS_MACHINE = /^(?:localhost|127\.|\[::1\])/i

/** Without slashes at its end. A bare host is given the path that the API always has. */
function checkedUrl(given: unknown): string {
  if (typeof given !== 'string') throw refused(`baseUrl is ${String(given)}`, INSTEAD)
  const text = /^\/(?!\/)/.test(given) ? `${originOfPage() ?? ''}${given}` : given.trim()
  if (text === '') throw refused('baseUrl is empty', INSTEAD)
  if (!SCHEME.test(text)) {
    const bare = text.replace(/^\/+|^[^/]*@/, '') // never a password
    throw refused('baseUrl has no scheme', `write ${THIS_MACHINE.test(bare) ? 'http' : 'https'}://${bare}`)
  }
  const url = parsedUrl(text)
  const path = url.pathname.replace(/\/+$/, '')
  if (path === '') return `${url.origin}/v1`
  if (!path.endsWith('/v1')) {
    throw refused(`baseUrl ends in ${path}`, `it ends in /v1, for instance ${url.origin}${rootOf(path)}/v1`)
  }
  return `${url.origin}${path}`
}

function parsedUrl(text: string): URL {
  if (!URL.canParse(text)) throw refused('baseUrl is no URL', INSTEAD)
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refused(`baseUrl begins with ${url.protocol}//`, 'it begins with https:// or http://')
  }
  if (url.username !== '' || url.password !== '') {
    throw refused('baseUrl carries a user name or a password', 'leave them out: Purser knows you by apiKey')
  }
  if (url.search !== '' || url.hash !== '') throw refused('baseUrl carries a query or a fragment', 'end it with /v1')
  return url
}

/** A page in a browser may name a path of its own host. */
const originOfPage = (): string | undefined => (globalThis as { location?: { origin: string } }).location?.origin

/** `/purser` of `/purser/v1/cards`. */
const rootOf = (path: string): string => path.split('/v1/')[0] ?? path

const refused = (what: string, fix: string): TypeError => new TypeError(`new Purser: ${what}. ${capitalized(fix)}.`)
const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
