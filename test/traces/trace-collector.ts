import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

export interface CollectedSpan {
  readonly name: string
  readonly kind: number
  readonly traceId: string
  readonly spanId: string
  /** Absent: the span begins a trace. */
  readonly parentSpanId?: string
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly status: { readonly code?: number; readonly message?: string }
}

interface Exported {
  readonly resourceSpans?: readonly { readonly scopeSpans?: readonly { readonly spans?: readonly CollectedSpan[] }[] }[]
}

export interface TraceCollector {
  readonly url: string
  /** The bodies of all requests, as they came over the wire. */
  readonly bodies: string[]
  readonly spans: CollectedSpan[]
  close(): void
}

/** Starts a receiver of OTLP over HTTP, in its JSON form. */
export async function openTraceCollector(): Promise<TraceCollector> {
  const bodies: string[] = []
  const spans: CollectedSpan[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      bodies.push(body)
      const { resourceSpans = [] } = JSON.parse(body) as Exported
      spans.push(
        ...resourceSpans.flatMap(({ scopeSpans = [] }) => scopeSpans.flatMap(({ spans: scoped = [] }) => scoped)),
      )
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    spans,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** The value of an attribute, as text. */
export function attributeOf({ attributes }: CollectedSpan, key: string): string | undefined {
  const value = attributes.find((attribute) => attribute.key === key)?.value
  return value === undefined ? undefined : String(Object.values(value)[0])
}
