import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { verifyWebhook, WebhookVerificationError } from './webhooks.ts'

interface SignedRequest {
  readonly body: string
  readonly header: string | null
  readonly secret: string
  readonly nowSeconds: number
  readonly toleranceSeconds: number
}

interface Vectors {
  readonly signed: SignedRequest
  readonly cases: readonly (Partial<SignedRequest> & { readonly name: string; readonly expected: string })[]
}

const file = join(import.meta.dirname, '..', '..', 'webhook-vectors.json')
const { signed, cases } = JSON.parse(readFileSync(file, 'utf8')) as Vectors

/** The same webhook requests are given to the Python client, in clients/python/tests. */
describe('the TypeScript client says to a request', () => {
  it.each(cases)('$name: $expected', async ({ expected, ...changes }) => {
    const { body, nowSeconds, ...request } = { ...signed, ...changes }
    const verified = verifyWebhook({ ...request, payload: body, now: nowSeconds * 1000 })
    const said = await verified.then(
      () => 'verified',
      (error: unknown) => (error instanceof WebhookVerificationError ? error.reason : String(error)),
    )
    expect(said).toBe(expected)
  })
})
