import { isIP } from 'node:net'
import { isPermittedWebhookAddress } from './public-address.ts'

/** The parsed URL of a webhook, and its host in the form that a resolver or a socket takes. */
export interface WebhookTarget {
  readonly url: URL
  /** The host of the webhook's URL in lower case, without brackets and without a trailing dot. */
  readonly host: string
  /** Whether the host of the webhook's URL is an IP address and not a name. */
  readonly literal: boolean
}

export type WebhookTargetRefusal = { readonly refused: string }

/**
 * Checks the text of a webhook's URL, when the webhook is registered and again at every delivery (contract, section 12). The WHATWG parser
 * turns decimal, octal, hexadecimal and short spellings of IPv4 addresses into the usual one before the host is checked.
 */
export function checkWebhookTarget(text: string, allowPrivate: boolean): WebhookTarget | WebhookTargetRefusal {
  const url = URL.parse(text)
  if (url === null) return { refused: 'is not a URL' }
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) return { refused: 'must be https' }
  if (url.username !== '' || url.password !== '') return { refused: 'must not carry credentials' }
  if (url.hash !== '' || text.includes('#')) return { refused: 'must not have a fragment' }
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const literal = isIP(host) !== 0
  if (literal && !isPermittedWebhookAddress(host, allowPrivate)) return { refused: 'must have a public address' }
  if (!literal && !allowPrivate && isLocalHostName(host)) return { refused: 'must have a public host name' }
  return { url, host, literal }
}

const LOCAL_DOMAINS = ['localhost', 'local', 'internal', 'localdomain', 'home.arpa']

/** Whether a name resolves only in a local network: it has no dot, or is below a domain that is reserved for local use. */
export function isLocalHostName(host: string): boolean {
  return !host.includes('.') || LOCAL_DOMAINS.some((domain) => host === domain || host.endsWith(`.${domain}`))
}
