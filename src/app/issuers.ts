import { setTimeout as delay } from 'node:timers/promises'
import { issuerNamed } from '../issuers/registry.ts'
import { externalIssuers } from '../issuers/names.ts'
import type { Issuer, IssuerApiCalls, IssuerApiOptions } from '../issuers/issuer.ts'
import {
  createIssuerEndpoint,
  type IssuerEndpointDeps,
  type IssuerEndpoint,
} from '../services/issuers/issuer-endpoint.ts'
import { isTracing, tracedOutgoingCall } from '../lib/tracing.ts'
import { createVettedFetch } from '../webhooks/vetted-fetch.ts'
import { settingsOfIssuer } from './settings/issuer-settings.ts'
import { isLoopback } from '../lib/network/loopback.ts'
import { OperatorError } from './operator-error.ts'
import type { Settings } from './settings/options.ts'

/** Makes the endpoints that issuers call, one for each issuer whose signing secrets are in the settings. */
export const configuredIssuerEndpoints = (deps: IssuerEndpointDeps, settings: Settings): IssuerEndpoint[] =>
  externalIssuers.flatMap((name) => {
    const [issuer, own] = [issuerNamed(name), settingsOfIssuer(settings, name)]
    const { authorizationSecret: authorizations, eventSecret: events } = own
    if (authorizations === null || events === null) return []
    const secrets = {
      authorizations: authorizations.split(','),
      events: events.split(','),
      challenges: [...(own.challengeSecret?.split(',') ?? []), ...events.split(',')],
      isLive: issuer.isLive(own),
    }
    return [createIssuerEndpoint(deps, issuer, secrets)]
  })

/** The issuers that this node calls. */
export interface ConnectedIssuers {
  readonly byName: ReadonlyMap<string, IssuerApiCalls>
  /** Ends waits for an issuer that refused calls because of its rate limit. */
  stopWaiting(): void
  close(): Promise<void>
}

/** Connects to every issuer whose key is set. */
export async function connectIssuers(settings: Settings): Promise<ConnectedIssuers> {
  const ending = new AbortController()
  const wait = (ms: number) => delay(ms, undefined, { signal: ending.signal })
  const connecting = externalIssuers.flatMap((name) => {
    const [issuer, own] = [issuerNamed(name), settingsOfIssuer(settings, name)]
    const { key } = own
    if (key === null) return []
    const url = new URL(issuer.urlOf(own))
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
    return tracedOutgoingCall(
      () => ({ name: `${method} ${issuer}`, method, host: host(), attributes: { 'purser.issuer': issuer } }),
      (headers) => send(input, { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), ...headers } }),
      ({ status }) => ({ status, error: null }),
    )
  }

async function connected(issuer: Issuer, options: IssuerApiOptions): Promise<[string, IssuerApiCalls]> {
  const { name, npmPackage } = issuer
  try {
    return [name, await issuer.connect(options)]
  } catch (error) {
    if (npmPackage === null || (error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new OperatorError(`Calls to ${name} need its package, which is not installed: npm install ${npmPackage}`)
  }
}
