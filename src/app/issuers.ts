import { setTimeout as delay } from 'node:timers/promises'
import { issuers } from '../issuers/registry.ts'
import type { Issuer, Outbound, OutboundOptions } from '../issuers/issuer.ts'
import { createIssuerEndpoint, type IssuerDeps, type IssuerEndpoint } from '../services/issuers/issuer-endpoint.ts'
import { isTracing, tracedCall } from '../lib/tracing.ts'
import { createVettedFetch } from '../webhooks/vetted-fetch.ts'
import { issuerSettings } from './settings/issuer-settings.ts'
import { isLoopback } from '../lib/network/loopback.ts'
import { OperatorError } from './operator-error.ts'
import type { Settings } from './settings/options.ts'

/** Makes the endpoints that issuers call, one for each issuer whose signing secrets are in the settings. */
export const issuerEndpoints = (deps: IssuerDeps, settings: Settings): IssuerEndpoint[] =>
  withSettings().flatMap(({ issuer, own }) => {
    const [authorizations, events] = [settings[own.authorizations], settings[own.events]]
    if (issuer.inbound === null || authorizations === null || events === null) return []
    const isLive = modeOf(settings[own.key])
    const challenges = own.challenges === null ? null : settings[own.challenges]
    const secrets = {
      authorizations: authorizations.split(','),
      events: events.split(','),
      challenges: [...(challenges?.split(',') ?? []), ...events.split(',')],
      isLive,
    }
    return [createIssuerEndpoint(deps, { name: issuer.name, inbound: issuer.inbound }, secrets)]
  })

/** Whether a key is for real money (true) or for a sandbox (false). Null where the key does not say. */
const modeOf = (key: string | null): boolean | null => {
  const [, mode] = /^[a-z]+_(live|test)_/.exec(key ?? '') ?? []
  return mode === undefined ? null : mode === 'live'
}

/** The issuers that this node calls. */
export interface ConnectedIssuers {
  readonly byName: ReadonlyMap<string, Outbound>
  /** Ends waits for an issuer that refused calls because of its rate limit. */
  stopWaiting(): void
  close(): Promise<void>
}

/** Connects to every issuer whose key is set. */
export async function connectIssuers(settings: Settings): Promise<ConnectedIssuers> {
  const ending = new AbortController()
  const wait = (ms: number) => delay(ms, undefined, { signal: ending.signal })
  const connecting = withSettings().flatMap(({ issuer, own }) => {
    const key = settings[own.key]
    if (issuer.connect === null || key === null) return []
    const url = new URL(own.urlOf(settings))
    const vetted = createVettedFetch({ allowPrivate: isLoopback(url.hostname) })
    return [
      {
        vetted,
        outbound: connected(issuer, {
          key,
          url,
          fetch: isTracing ? tracedFetch(issuer.name, vetted.fetch) : vetted.fetch,
          wait,
        }),
      },
    ]
  })
  const byName = new Map(await Promise.all(connecting.map(({ outbound }) => outbound)))
  return {
    byName,
    stopWaiting: () => ending.abort(),
    close: async () => {
      await Promise.all(connecting.map(({ vetted }) => vetted.close()))
    },
  }
}

/** Makes a span for each call of an issuer. Paths are left out, because they contain the tokens of cards. */
const tracedFetch =
  (issuer: string, send: typeof fetch): typeof fetch =>
  (input, init = {}) => {
    const { method = 'GET' } = init
    const host = () => new URL(input instanceof Request ? input.url : input).hostname
    return tracedCall(
      () => ({ name: `${method} ${issuer}`, method, host: host(), attributes: { 'purser.issuer': issuer } }),
      (headers) => send(input, { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), ...headers } }),
      ({ status }) => ({ status, error: null }),
    )
  }

const withSettings = () =>
  Object.entries(issuerSettings).map(([name, own]) => {
    const issuer: Issuer = issuers[name as keyof typeof issuerSettings]
    return { issuer, own }
  })

async function connected({ name, connect }: Issuer, options: OutboundOptions): Promise<[string, Outbound]> {
  try {
    if (connect === null) throw new OperatorError(`Purser makes no calls to ${name}.`)
    return [name, await connect(options)]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new OperatorError(`Calls to ${name} need its package, which is not installed: npm install ${name}`)
  }
}
