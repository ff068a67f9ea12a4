import { type IssuerName, issuers } from '../issuers/registry.ts'
import type { Outbound, OutboundOptions } from '../issuers/issuer.ts'
import { createIssuerDoor, type IssuerDeps, type IssuerDoor } from '../services/issuers/door.ts'
import { createVettedFetch } from '../webhooks/vetted-fetch.ts'
import { isLoopback } from './loopback.ts'
import { OperatorError } from './operator-error.ts'
import type { Settings } from './options.ts'

/** Where issuers ask and tell, one for each that is set up: none costs nothing. */
export function issuerDoors(deps: IssuerDeps, settings: Settings): IssuerDoor[] {
  const { stripeAuthorizationSecret: authorizations, stripeEventSecret: events } = settings
  if (authorizations === null || events === null) return []
  const secrets = { authorizations: authorizations.split(','), events: events.split(',') }
  return [createIssuerDoor(deps, issuers.stripe, secrets)]
}

/** Issuers that this node calls, and how the calling ends. */
export interface ConnectedIssuers {
  readonly byName: ReadonlyMap<string, Outbound>
  close(): Promise<void>
}

/** Connects to every issuer whose key there is. */
export async function connectIssuers({ stripeKey, stripeUrl }: Settings): Promise<ConnectedIssuers> {
  if (stripeKey === null) return { byName: new Map(), close: () => Promise.resolve() }
  const url = new URL(stripeUrl)
  const vetted = createVettedFetch({ allowPrivate: isLoopback(url.hostname) })
  const stripe = await connected('stripe', { key: stripeKey, url, fetch: vetted.fetch })
  return { byName: new Map([['stripe', stripe]]), close: () => vetted.close() }
}

async function connected(name: Exclude<IssuerName, 'purser'>, options: OutboundOptions): Promise<Outbound> {
  try {
    return await issuers[name].connect(options)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new OperatorError(`Calls to ${name} need its package, which is not installed: npm install ${name}`)
  }
}
