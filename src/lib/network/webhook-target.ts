import { isIP } from 'node:net'
import { isPermittedAddress } from './public-address.ts'

/** Where deliveries go: the URL, parsed, and its host as a resolver or a socket takes it. */
export interface WebhookTarget {
  readonly url: URL
  /** Lower case, without brackets and without a trailing dot. */
  readonly host: string
  /** The host is an address and not a name. */
  readonly literal: boolean
}

export type TargetRefusal = { readonly refused: string }

/**
 * Judges a webhook's URL by its text alone, at registration and again at every delivery (contract, section 12). The
 * WHATWG parser has by then turned decimal, octal, hexadecimal and short IPv4 spellings into the plain one.
 */
export function webhookTarget(text: string, allowPrivate: boolean): WebhookTarget | TargetRefusal {
  const url = URL.parse(text)
  if (url === null) return { refused: 'is not a URL' }
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) return { refused: 'must be https' }
  if (url.username !== '' || url.password !== '') return { refused: 'must not carry credentials' }
  if (url.hash !== '' || text.includes('#')) return { refused: 'must not have a fragment' }
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const literal = isIP(host) !== 0
  if (literal && !isPermittedAddress(host, allowPrivate)) return { refused: 'must have a public address' }
  if (!literal && !allowPrivate && isLocalName(host)) return { refused: 'must have a public host name' }
  return { url, host, literal }
}

const LOCAL_DOMAINS = ['localhost', 'local', 'internal', 'localdomain', 'home.arpa']

/** A name that only means something inside: without a dot, or below a domain kept for local use. */
export function isLocalName(host: string): boolean {
  return !host.includes('.') || LOCAL_DOMAINS.some((domain) => host === domain || host.endsWith(`.${domain}`))
}
