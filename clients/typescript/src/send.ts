import { type ClientOptions, completeOptions } from './options.ts'
import { errorOfReply, PurserError } from './purser-error.ts'
import { isWorthRetrying, retryDelayMs } from './retry.ts'

export interface CallOptions {
  /** Calls with the same key and the same body have one effect within 24 hours. Made up for every write without one. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** For the call with all its tries. */
  timeoutMs?: number
}

export interface ApiRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below `/v1`, parameters filled in. */
  path: string
  query?: object | undefined
  body?: unknown
  options?: CallOptions | undefined
}

export type Send = <T>(request: ApiRequest) => Promise<T>

/** Sends requests with the key, and again where the failure is a passing one. A write is repeated under one idempotency key. */
export function sender(options: ClientOptions): Send {
  const { baseUrl, apiKey, fetch: fetchReply, ...client } = completeOptions(options)

  return async <T>(request: ApiRequest): Promise<T> => {
    const timeoutMs = request.options?.timeoutMs ?? client.timeoutMs + waitMs(request)
    const limits = { deadline: Date.now() + timeoutMs, maxRetries: client.maxRetries }
    const signals = { timeout: AbortSignal.timeout(timeoutMs), caller: request.options?.signal }
    const url = `${baseUrl}${request.path}${queryString(request.query)}`
    const init = requestInit(request, apiKey, signals)
    const attempt = () => exchange<T>(fetchReply, url, init).catch((cause: unknown) => fail(cause, signals))
    return withRetries(attempt, limits, signals.caller)
  }
}

/** What Purser was asked to wait comes on top of what an answer takes. */
const waitMs = ({ query = {} }: ApiRequest): number =>
  'waitSeconds' in query ? Number(query.waitSeconds ?? 0) * 1000 : 0

interface Limits {
  /** Unix milliseconds. */
  deadline: number
  maxRetries: number
}

async function withRetries<T>(attempt: () => Promise<T>, limits: Limits, caller?: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof PurserError) || !isWorthRetrying(error) || tries > limits.maxRetries) throw error
      const delayMs = retryDelayMs(error, tries, Math.random())
      if (Date.now() + delayMs >= limits.deadline) throw error
      await pause(delayMs, caller)
    }
  }
}

async function exchange<T>(fetchReply: typeof fetch, url: string, init: RequestInit): Promise<T> {
  const reply = await fetchReply(url, init)
  const body = parsed(await reply.text())
  if (!reply.ok || body === undefined) throw errorOfReply(reply, body)
  return body as T
}

interface Signals {
  timeout: AbortSignal
  caller: AbortSignal | undefined
}

function requestInit(request: ApiRequest, apiKey: string | null, signals: Signals) {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (apiKey !== null) headers['authorization'] = `Bearer ${apiKey}`
  if (request.method !== 'GET') headers['idempotency-key'] = request.options?.idempotencyKey ?? newIdempotencyKey()
  if (request.body !== undefined) headers['content-type'] = 'application/json'
  return {
    method: request.method,
    headers,
    signal: signals.caller ? AbortSignal.any([signals.caller, signals.timeout]) : signals.timeout,
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
  }
}

/** The caller's abort is thrown as it is; all else becomes a `PurserError`. */
function fail(cause: unknown, signals: Signals): never {
  if (cause instanceof PurserError) throw cause
  if (signals.caller?.aborted) throw signals.caller.reason
  const timedOut = signals.timeout.aborted
  const code = timedOut ? 'timed_out' : 'connection_failed'
  const message = timedOut ? 'Purser did not answer in time.' : 'Purser could not be reached, or the answer broke off.'
  throw new PurserError({ code, message, status: 0, retryable: true }, cause)
}

function pause(delayMs: number, caller: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer)
      reject(caller?.reason as Error)
    }
    const timer = setTimeout(() => {
      caller?.removeEventListener('abort', onAbort)
      resolve()
    }, delayMs)
    if (caller?.aborted) onAbort()
    else caller?.addEventListener('abort', onAbort, { once: true })
  })
}

function queryString(query: object | undefined): string {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()
  return search === '' ? '' : `?${search}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** `crypto.randomUUID` is absent in browsers on plain http. */
function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** An id as one segment of a path. `..` would climb: URLs resolve it even when it is encoded. */
export function segment(id: string): string {
  if (id === '' || id === '.' || id === '..') throw new TypeError(`"${id}" is not an id`)
  return encodeURIComponent(id)
}
