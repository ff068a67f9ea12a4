/** Why there is no answer, as `attempts[].error` shows it. None of them tells what a refused address was. */
export type SendError =
  | 'address_refused'
  | 'name_not_resolved'
  | 'connection_refused'
  | 'connection_closed'
  | 'connection_failed'
  | 'connect_timeout'
  | 'timeout'
  | 'tls_failed'
  | 'invalid_answer'
  | 'interrupted'

/** By the start of the code that Node, OpenSSL or undici give; the first match counts. */
const CODES: readonly (readonly [RegExp, SendError])[] = [
  [/^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/, 'connect_timeout'],
  [/^(ENOTFOUND|ENODATA|ESERVFAIL|EREFUSED|ETIMEOUT|EAI_|EBADNAME|EBADRESP|ENONAME)/, 'name_not_resolved'],
  [/^ECONNREFUSED$/, 'connection_refused'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'connection_closed'],
  [/^(HPE_|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES|UND_ERR_INVALID)/, 'invalid_answer'],
  [/(CERT|TLS|SSL|SIGNATURE|ISSUER|CRL|EPROTO|HOSTNAME)/, 'tls_failed'],
]

export function sendErrorOf(error: unknown): SendError {
  const code = String((error as { code?: unknown } | null)?.code ?? '')
  return CODES.find(([pattern]) => pattern.test(code))?.[1] ?? 'connection_failed'
}
