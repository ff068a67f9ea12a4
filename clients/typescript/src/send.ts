import { type Attempt, keepRequestId } from './attempt.ts'
import { type CompleteOptions, isMaxRetries, isTimeout, MILLISECONDS, WHOLE_NUMBER } from './options.ts'
import { errorOfFailure, errorOfReply, PurserError } from './purser-error.ts'
import { isWorthRetrying, retryDelayMs } from './retry.ts'
import { refuseUnknown } from './unknown-options.ts'

export interface CallOptions {
  /** Calls with the same idempotency key and body have one effect within 24 hours. A key is made up for every write without one. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** How many milliseconds the call may take, with all its tries. */
  timeoutMs?: number
  /** Tries after the first one, for this call: 0 for none. */
  maxRetries?: number
}

const known = ['idempotencyKey', 'signal', 'timeoutMs', 'maxRetries'] as const satisfies readonly (keyof CallOptions)[]

export interface ApiRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** The path of the call below `/v1`, with its parameters filled in. */
  path: string
  query?: object | undefined
  body?: unknown
  options?: CallOptions | undefined
}

export type Send = <T>(request: ApiRequest) => Promise<T>

/** Sends requests with the key, and again where the failure is a passing one. A write is repeated under one idempotency key. */
export function sender(options: CompleteOptions): Send {
  const { baseUrl, apiKey, fetch: fetchReply, onAttempt, ...client } = options

  return async <T>(request: ApiRequest): Promise<T> => {
    checkCall(request)
    const {
      timeoutMs = client.timeoutMs + waitMs(request),
      maxRetries = client.maxRetries,
      signal,
    } = request.options ?? {}
    const limits = { deadline: Date.now() + timeoutMs, maxRetries, caller: signal }
    const signals = { timeout: AbortSignal.timeout(timeoutMs), caller: signal }
    const url = `${baseUrl}${request.path}${queryString(request.query)}`
    const init = requestInit(request, apiKey, signals)
    const attempt = () =>
      exchange<T>(fetchReply, url, init).catch((cause: unknown) =>
        fail(cause, { signals, url, method: init.method, timeoutMs }),
      )
    return withRetries(attempt, limits, tellerOf(request, onAttempt))
  }
}

/** A misspelt option, or one in the place of a query, would be passed over in silence: TypeScript refuses both, JavaScript does not. */
function checkCall({ method, path, query = {}, options = {} }: ApiRequest): void {
  const call = `${method} ${path}`
  const misplaced = known.find((name) => name in query)
  if (misplaced !== undefined)
    throw new TypeError(
      `${call}: ${misplaced} is an option. Give the options after the query: (..., {}, { ${misplaced} }).`,
    )
  refuseUnknown(call, options, known)
  const { timeoutMs, maxRetries, idempotencyKey } = options
  if (timeoutMs !== undefined && !isTimeout(timeoutMs))
    throw new TypeError(`${call}: timeoutMs is ${String(timeoutMs)}: ${MILLISECONDS}.`)
  if (maxRetries !== undefined && !isMaxRetries(maxRetries))
    throw new TypeError(`${call}: maxRetries is ${String(maxRetries)}: ${WHOLE_NUMBER}.`)
  if (idempotencyKey !== undefined && typeof idempotencyKey !== 'string')
    throw new TypeError(`${call}: idempotencyKey is a ${typeof idempotencyKey}: it is a text.`)
}

/** The time for which Purser was asked to wait (`waitSeconds`) comes on top of the time that an answer takes. In milliseconds. */
const waitMs = ({ query = {} }: ApiRequest): number =>
  'waitSeconds' in query ? Number(query.waitSeconds ?? 0) * 1000 : 0

interface Limits {
  /** The time at which the call with all its tries has to end, in Unix milliseconds. */
  deadline: number
  maxRetries: number
  caller: AbortSignal | undefined
}

interface Answered<T> {
  answer: T
  status: number
  requestId: string | undefined
}

async function withRetries<T>(attempt: () => Promise<Answered<T>>, limits: Limits, tell: Tell): Promise<T> {
  for (let number = 1; ; number += 1) {
    const began = performance.now()
    try {
      const { answer, ...reply } = await attempt()
      tell({ ...reply, number, durationMs: performance.now() - began, error: undefined, retryInMs: undefined })
      return answer
    } catch (error) {
      const retryInMs = waitAfter(error, number, limits)
      const { status = 0, requestId } = error instanceof PurserError ? error : {}
      tell({ status, requestId, number, durationMs: performance.now() - began, error: error as Error, retryInMs })
      if (retryInMs === undefined) throw error
      await pause(retryInMs, limits.caller)
    }
  }
}

/** In how many milliseconds a failed call is tried again. Undefined: it is not. */
function waitAfter(error: unknown, number: number, { deadline, maxRetries }: Limits): number | undefined {
  if (!(error instanceof PurserError) || !isWorthRetrying(error) || number > maxRetries) return undefined
  const delayMs = retryDelayMs(error, number, Math.random())
  return Date.now() + delayMs >= deadline ? undefined : delayMs
}

type Tell = (attempt: Omit<Attempt, 'method' | 'path'>) => void

function tellerOf({ method, path }: ApiRequest, onAttempt: ((attempt: Attempt) => void) | undefined): Tell {
  return (attempt) => {
    try {
      onAttempt?.({ method, path, ...attempt })
    } catch {
      // A logger that fails is no reason for a purchase to fail.
    }
  }
}

async function exchange<T>(fetchReply: typeof fetch, url: string, init: RequestInit): Promise<Answered<T>> {
  const reply = await fetchReply(url, init)
  const answer = parsed(await reply.text())
  if (!reply.ok || answer === undefined) throw errorOfReply(reply, answer)
  const requestId = reply.headers.get('x-request-id') ?? undefined
  keepRequestId(answer, requestId)
  return { answer: answer as T, status: reply.status, requestId }
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

interface Tried {
  signals: Signals
  url: string
  method: string
  timeoutMs: number
}

/** The caller's abort is thrown as it is; all else becomes a `PurserError`. */
function fail(cause: unknown, { signals, timeoutMs, ...tried }: Tried): never {
  if (cause instanceof PurserError) throw cause
  if (signals.caller?.aborted) throw signals.caller.reason
  throw errorOfFailure(cause, { ...tried, timeoutMs: signals.timeout.aborted ? timeoutMs : undefined })
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
  if (typeof id !== 'string') throw new TypeError(`An id is a text, not ${String(id)}. Where does it come from?`)
  if (id === '' || id === '.' || id === '..') throw new TypeError(`"${id}" is not an id. Where does it come from?`)
  return encodeURIComponent(id)
}
