import { randomInt } from 'node:crypto'
import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer,
  type TracerProvider,
} from '@opentelemetry/api'
import { LRUCache } from 'lru-cache'
import { resultWithinTimeLimit } from './traffic/result-in-time.ts'

/**
 * The member of OpenTelemetry's own tracer provider that its interface lacks: the provider passes calls on to the SDK's provider, if there
 * is one.
 */
interface PassedOn extends TracerProvider {
  getDelegateTracer?(name: string): Tracer | undefined
  getDelegate?(): TracerProvider & { forceFlush?(): Promise<void> }
}

/**
 * The tracer of the OpenTelemetry SDK that the operator has registered. Null: there is none, and every function here only checks this
 * constant. It is read once, because a module that is loaded by `--import` has registered its SDK before any module of Purser is loaded.
 */
const tracer: Tracer | null = registeredTracer()

/** Whether an OpenTelemetry SDK is registered. */
export const isTracing = tracer !== null

function registeredTracer(): Tracer | null {
  const provider: PassedOn = trace.getTracerProvider()
  if (provider.getDelegateTracer === undefined) return provider.getTracer('purser')
  return provider.getDelegateTracer('purser') ?? null
}

let ratio = 1

/**
 * Sets which share of the traces that begin here is given to the SDK: 0 to 1. What is left out costs a comparison. The SDK's own sampler
 * decides only after it has made a span, which costs an authorization a tenth of its processor time.
 */
export function setTraceShare(share: number): void {
  ratio = share
}

const SHARES = 1_000_000
/** Decides by chance whether a trace begins here, by the share that `setTraceShare` has set. */
const begins = (): boolean => ratio === 1 || randomInt(SHARES) < ratio * SHARES

/** Attributes of spans that are trips to the database. */
const DATABASE: Attributes = { 'db.system.name': 'postgresql' }

/** Runs work that is one trip to the database, or one transaction. If a span of the request is recorded, the work gets a child span. */
export function tracedDatabaseTrip<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (tracer === null) return work()
  const parent = context.active()
  if (trace.getSpan(parent)?.isRecording() !== true) return work()
  const attributes = { ...DATABASE, 'db.query.summary': name }
  return within(tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, parent), parent, work)
}

/**
 * Whether a span can have child spans: it is recorded and has not ended, or it is not sampled, so that no child is sampled either. Work in
 * the background may run in the context of a span that has ended.
 */
const isOpen = (span: Span): boolean => span.isRecording() || (span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0

/** The active context, if it has an open span. Null otherwise. */
function openContext(): Context | null {
  const active = context.active()
  const span = trace.getSpan(active)
  return span !== undefined && isOpen(span) ? active : null
}

/** Runs work that belongs to no request, although a request may have begun it. */
export const runOutsideRequestTrace = <T>(work: () => T): T =>
  tracer === null ? work() : context.with(ROOT_CONTEXT, work)

async function within<T>(span: Span, parent: Context, work: () => Promise<T>): Promise<T> {
  try {
    return await context.with(trace.setSpan(parent, span), work)
  } catch (error) {
    fail(span, errorType(error))
    throw error
  } finally {
    span.end()
  }
}

/** Marks a span as failed. The span gets no error message, because such messages may contain data that a caller sent. */
function fail(span: Span, type: string): void {
  span.setAttribute('error.type', type)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

const PLAIN = /^\w{1,64}$/
function errorType(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  const type = [code, name].find((each) => typeof each === 'string' && PLAIN.test(each))
  return typeof type === 'string' ? type : '_OTHER'
}

/** The ids of a recorded span, as fields of a line of the log. */
export type TraceIds = { readonly traceId: string; readonly spanId: string } | Readonly<Record<string, never>>
const NO_IDS: TraceIds = {}

const idsOf = (span: Span | undefined): TraceIds => {
  if (span?.isRecording() !== true) return NO_IDS
  const { traceId, spanId } = span.spanContext()
  return { traceId, spanId }
}

/** The ids of the active span, for the log. Empty where no span is recorded. */
export const activeTraceIds = (): TraceIds => idsOf(trace.getActiveSpan())

export interface TracedRequest {
  readonly method: string
  /** The pattern of the request's route. Absent: the request reached no route. */
  readonly route: string | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Purser's own id of the request. */
  readonly id: string
}

/** The span of a request. It ends when the reply has been sent. */
export interface RequestSpan {
  /** The ids of the request's span, for the log. Empty where the span is not recorded. */
  readonly ids: TraceIds
  /** Runs work while the request's span is the active one. */
  run(work: () => void): void
  /** Ends the request's span. `status`: null if no reply has been begun. `aborted`: the caller disconnected before the reply was sent. */
  end(reply: { readonly status: number | null; readonly aborted: boolean }): void
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * Begins the span of a request, below the caller's span if the request has a header such as `traceparent`. Null: the request is not traced,
 * because no SDK is registered or because it is not of the share that is traced (see `setTraceShare`).
 */
export function beginRequestSpan({ method, route, headers, id }: TracedRequest): RequestSpan | null {
  if (tracer === null) return null
  const parent = callersContext(headers)
  if (parent === null && !begins()) return null
  const known = METHODS.has(method) ? method : '_OTHER'
  const name = route === undefined ? known : `${known} ${route}`
  const attributes = {
    'http.request.method': known,
    'purser.request.id': id,
    ...(route === undefined ? {} : { 'http.route': route }),
  }
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent ?? ROOT_CONTEXT)
  const own = trace.setSpan(parent ?? ROOT_CONTEXT, span)
  return {
    ids: idsOf(span),
    run: (work) => context.with(own, work),
    end: ({ status, aborted }) => {
      if (status !== null) span.setAttribute('http.response.status_code', status)
      if (status !== null && status >= 500) fail(span, String(status))
      if (aborted) span.setAttribute('purser.request.aborted', true)
      span.end()
    },
  }
}

/** The headers that the SDK's propagators read. Most requests have none of them, and then nothing is read. */
const propagationFields = tracer === null ? [] : propagation.fields().map((field) => field.toLowerCase())

/**
 * The trace context that a caller has sent: only the ids of its span, and whether it is sampled. Free texts of callers (`tracestate`,
 * `baggage`) are left out, because they would be stored with the spans and sent on to others. Null: the caller has sent none.
 */
function callersContext(headers: TracedRequest['headers']): Context | null {
  if (!propagationFields.some((field) => headers[field] !== undefined)) return null
  const sent = trace.getSpanContext(propagation.extract(ROOT_CONTEXT, headers))
  if (sent === undefined) return null
  const { traceId, spanId, traceFlags } = sent
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

/** A command's wait for its batch, for the traces. */
export interface TracedBatchWait {
  /** The span of the command's wait. Null: the command's request is not sampled. */
  readonly span: Span | null
  /** The trace context of the command's request. */
  readonly request: Context
}

/** Begins the span of a command's wait for a batch. Undefined: the command belongs to no request that has a span. */
export function beginTracedBatchWait(): TracedBatchWait | undefined {
  if (tracer === null) return undefined
  const request = openContext()
  if (request === null) return undefined
  const isRecorded = trace.getSpan(request)?.isRecording() === true
  return { request, span: isRecorded ? tracer.startSpan('wait for batch', {}, request) : null }
}

/** Ends the span of a command's wait when no batch has taken the command. */
export function endTracedBatchWait(wait: TracedBatchWait | undefined, error: Error): void {
  if (wait?.span?.isRecording() !== true) return
  fail(wait.span, errorType(error))
  wait.span.end()
}

/** The most links that the span of a batch has. It is also the default limit of SDKs. */
const MOST_LINKS = 128

/**
 * Runs a batch in a span of its own. The span is a child of the first recorded request of the batch, and has a link to each recorded
 * request. The spans of the requests' waits end with a link to the batch.
 */
export function traceEngineBatch<T>(
  commands: readonly { readonly wait?: TracedBatchWait | undefined }[],
  work: () => Promise<T>,
): Promise<T> {
  if (tracer === null) return work()
  const waits = commands.flatMap(({ wait }) => (wait?.span ? [{ ...wait, span: wait.span }] : []))
  const [first] = waits
  // If no request of a batch is recorded, the events of the batch belong to the trace of a request that is not sampled, so that their
  // webhooks are not sampled either.
  if (first === undefined) return context.with(commands[0]?.wait?.request ?? ROOT_CONTEXT, work)
  const links = waits.slice(0, MOST_LINKS).flatMap(({ request }) => {
    const linked = trace.getSpanContext(request)
    return linked === undefined ? [] : [{ context: linked }]
  })
  const attributes = { 'purser.batch.size': commands.length }
  const span = tracer.startSpan('batch', { links, attributes }, first.request)
  for (const { span: waiting } of waits) {
    if (!waiting.isRecording()) continue // a batch that failed runs again
    waiting.addLink({ context: span.spanContext() })
    waiting.end()
  }
  return within(span, first.request, work)
}

/**
 * The spans in which the newest events were made, by the events' ids. Other nodes do not know them, and this node forgets the older ones.
 */
const eventSpans = tracer === null ? null : new LRUCache<string, SpanContext>({ max: 8192 })

/**
 * Keeps the span in which an event was made, so that this node can send the event's webhooks below that span. `wait`: the event belongs to
 * the request of this command. Default: to the active span.
 */
export function keepTraceSpanOfEvent(id: string, wait?: TracedBatchWait): void {
  if (eventSpans === null) return
  const span = trace.getSpan(wait?.request ?? context.active())
  if (span !== undefined && isOpen(span)) eventSpans.set(id, span.spanContext())
}

export interface OutgoingServiceCall {
  /** The name of the call's span: the method, and the name of the called resource. */
  readonly name: string
  readonly method: string
  /** The name of the host that is called. */
  readonly host: string
  readonly attributes: Attributes
  /** The id of the event that the call is about. The event's span is the parent of the call's, instead of the active span. */
  readonly eventId?: string
}

/** The end of a call to another service. `error`: a word of a fixed list that replaces the status. */
export interface OutgoingServiceCallOutcome {
  readonly status: number | null
  readonly error: string | null
}

const NO_HEADERS: Readonly<Record<string, string>> = {}

/**
 * Makes a call to another service. `work` gets the headers that tell the service about the trace, such as `traceparent`, and sends them.
 * Without a parent, the call begins a trace, or is not traced (see `setTraceShare`).
 */
export function tracedOutgoingCall<T>(
  describe: () => OutgoingServiceCall,
  work: (headers: Readonly<Record<string, string>>) => Promise<T>,
  endOf: (answer: T) => OutgoingServiceCallOutcome,
): Promise<T> {
  if (tracer === null) return work(NO_HEADERS)
  const { name, method, host, attributes, eventId } = describe()
  const found = eventId === undefined ? openContext() : eventContext(eventId)
  if (found === null && !begins()) return work(NO_HEADERS)
  const parent = found ?? ROOT_CONTEXT
  const all = { 'http.request.method': method, 'server.address': host, ...attributes }
  const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes: all }, parent)
  return within(span, parent, async () => {
    const headers: Record<string, string> = {}
    propagation.inject(context.active(), headers)
    const answer = await work(headers)
    const { status, error } = endOf(answer)
    if (status !== null) span.setAttribute('http.response.status_code', status)
    if (error !== null) fail(span, error)
    else if (status !== null && status >= 400) fail(span, String(status))
    return answer
  })
}

function eventContext(id: string): Context | null {
  const span = eventSpans?.get(id)
  return span === undefined ? null : trace.setSpanContext(ROOT_CONTEXT, span)
}

const FLUSH_MS = 2000

/** Lets the SDK export the spans that it still has, for up to two seconds. Never rejects. */
export async function flushTraces(): Promise<void> {
  if (tracer === null) return
  const provider: PassedOn = trace.getTracerProvider()
  const flushed = provider.getDelegate?.().forceFlush?.()
  if (flushed === undefined) return
  await resultWithinTimeLimit(flushed, FLUSH_MS, () => new Error('The spans were not exported in time.')).catch(
    () => undefined,
  )
}
