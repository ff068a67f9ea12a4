import { describe, expect, it } from 'vitest'
import { ApiError } from '../../contract/errors.ts'
import { invalidApiKeyError, apiKeySecretInHeader } from './bearer.ts'

const SECRET = `sk_${'aB3d'.repeat(10)}`

function refusal(header: string | undefined): ApiError {
  try {
    return invalidApiKeyError(apiKeySecretInHeader(header))
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

describe('the header Authorization', () => {
  it.each([`Bearer ${SECRET}`, `bearer   ${SECRET}  `, `BEARER ${SECRET}`])('%s carries the secret', (header) => {
    expect(apiKeySecretInHeader(header)).toBe(SECRET)
  })

  it.each([undefined, '', ' ', 'Bearer', 'bearer  '])('%s carries no key', (header) => {
    expect(refusal(header).code).toBe('missing_api_key')
  })

  it.each([
    [SECRET, /word `Bearer` is missing/],
    [`Basic ${btoa(`${SECRET}:`)}`, /Bearer and not Basic/],
    [`Bearer ${SECRET} ${SECRET}`, /one key, without white space/],
    [`Token ${SECRET}`, /the word `Bearer`/],
    [`Bearer "${SECRET}"`, /without quotes/],
    [`Bearer <${SECRET}>`, /without quotes and brackets/],
    ['Bearer $PURSER_API_KEY', /name of a variable/],
    ['Bearer key_01kdvy2n7rj4t8w0q3m5x9zb6c', /API key's id/],
    ['Bearer whsec_00', /webhook's secret/],
    [`Bearer ${SECRET.slice(0, 20)}`, /40 letters or digits/],
    [`Bearer ${'x'.repeat(513)}`, /40 letters or digits/],
  ])('is refused with what to correct: %s', (header, hint) => {
    const { code, extras, message } = refusal(header)
    expect([code, extras.hint]).toEqual(['invalid_api_key', expect.stringMatching(hint)])
    expect(`${message} ${extras.hint}`).not.toContain(SECRET.slice(3, 12))
  })

  it('is refused in the words of the catalogue where the secret has its form', () => {
    expect(refusal(`Bearer ${SECRET}`).extras).toEqual({})
  })
})
