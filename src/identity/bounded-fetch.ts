import type { CustomFetch } from 'openid-client'

/** The most bytes of a sign-in provider's answer that are read. Key sets and tokens with many groups are a few tens of KiB. */
const MAX_BODY_BYTES = 1024 * 1024
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * `fetch` for the calls to the sign-in provider: it follows no redirect and reads no answer of more than `MAX_BODY_BYTES`. The caller sets
 * the deadline. Plain HTTP is refused here for every address, because the provider's discovery document, not the operator, names most of
 * them.
 */
export const boundedFetch: CustomFetch = async (url, { body, ...options }) => {
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:' && !LOOPBACK.test(hostname)) throw new TypeError('plain HTTP is for this machine alone')
  const answer = await fetch(url, {
    ...options,
    redirect: 'manual',
    ...(body ? { body: body as NonNullable<RequestInit['body']> } : {}),
  })
  const init = { status: answer.status, statusText: answer.statusText, headers: answer.headers }
  return new Response(hasNoBody(answer) ? null : await bodyOf(answer), init)
}

/** Whether an answer has a status with which a `Response` takes no body. */
const hasNoBody = ({ status }: Response): boolean => [101, 204, 205, 304].includes(status)

async function bodyOf({ body }: Response): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) throw new TypeError('the answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
