import { isIP } from 'node:net'
import { isPermittedWebhookAddress } from './public-address.ts'
import { isLocalHostName } from './webhook-target.ts'

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])
const ANY_LABEL = 'https://*.'

/**
 * The origin that a text names, in the form that browsers use: `https`, or `http` on loopback, with a port unless it is the default one.
 * Null: the text names no such origin.
 */
export function parseOrigin(text: string): string | null {
  const url = URL.parse(text)
  if (url === null || url.origin !== text.toLowerCase() || text.includes('*')) return null
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname)) ? url.origin : null
}

/** An origin, or a pattern `https://*.host`, which matches names with one label before the host. Null: the text is neither. */
export function originPatternOf(text: string): string | null {
  const lower = text.toLowerCase()
  if (!lower.startsWith(ANY_LABEL)) return parseOrigin(text)
  const base = parseOrigin(`https://${lower.slice(ANY_LABEL.length)}`)
  return base === null || isLocalOrigin(base) ? null : `${ANY_LABEL}${base.slice('https://'.length)}`
}

/** Whether an origin is on this machine or in a private network: loopback, a private address, a name without a dot. */
export function isLocalOrigin(origin: string): boolean {
  const { protocol, hostname } = new URL(origin.replace('//*.', '//'))
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (protocol !== 'https:') return true
  return isIP(host) === 0 ? isLocalHostName(host) : !isPermittedWebhookAddress(host, false)
}

/** Whether one of the patterns matches the origin. The patterns come from `originPatternOf`, the origin from `parseOrigin`. */
export const isListedOrigin = (patterns: readonly string[], origin: string): boolean =>
  patterns.some((pattern) =>
    pattern.startsWith(ANY_LABEL) ? hasOneLabelMore(origin, pattern.slice(ANY_LABEL.length)) : pattern === origin,
  )

function hasOneLabelMore(origin: string, host: string): boolean {
  const [scheme, rest = ''] = origin.split('//')
  const dot = rest.indexOf('.')
  return scheme === 'https:' && dot > 0 && rest.slice(dot + 1) === host
}
