/**
 * The reason why an attempt got no answer, a value of `attempts[].error`. No value reveals which address was refused. `interrupted` is
 * never shown. `not_set_up`: the node has no settings for sending mails or messages to people.
 */
export type DeliverySendError =
  | 'address_refused'
  | 'name_not_resolved'
  | 'connection_refused'
  | 'connection_closed'
  | 'connection_failed'
  | 'connect_timeout'
  | 'timeout'
  | 'tls_failed'
  | 'invalid_answer'
  | 'secret_unreadable'
  | 'not_set_up'
  | 'interrupted'

/** Patterns for error codes of Node, OpenSSL and undici; the first match counts. */
const CODES: readonly (readonly [RegExp, DeliverySendError])[] = [
  [/^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/, 'connect_timeout'],
  [/^(ENOTFOUND|ENODATA|ESERVFAIL|EREFUSED|ETIMEOUT|EAI_|EBADNAME|EBADRESP|ENONAME)/, 'name_not_resolved'],
  [/^ECONNREFUSED$/, 'connection_refused'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'connection_closed'],
  [/^(HPE_|HTTPParserError|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES|UND_ERR_INVALID)/, 'invalid_answer'],
  [/(CERT|TLS|SSL|SIGNATURE|ISSUER|CRL|EPROTO|HOSTNAME)/, 'tls_failed'],
]

export function deliverySendErrorOf(error: unknown): DeliverySendError {
  const { code, name } = error as { code?: unknown; name?: unknown }
  const label = code ?? name // some errors of undici's parser have only a name
  if (typeof label !== 'string') return 'connection_failed'
  return CODES.find(([pattern]) => pattern.test(label))?.[1] ?? 'connection_failed'
}
