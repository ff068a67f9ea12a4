import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ClientOptions, completeOptions } from './options.ts'

beforeEach(() => {
  vi.stubEnv('PURSER_API_KEY', undefined)
  vi.stubEnv('PURSER_URL', undefined)
})
afterEach(() => vi.unstubAllEnvs())

const apiKey = `sk_${'aB3'.repeat(13)}z`
const messageOf = (options: unknown): string => {
  try {
    completeOptions(options as ClientOptions)
    return 'nothing was refused'
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError)
    return (error as TypeError).message
  }
}

describe('an API key that can never work is refused where the client is made', () => {
  it.each<[string, unknown, string]>([
    [
      'that is not there',
      undefined,
      'apiKey is undefined. Give the secret of an API key: the variable that it comes from',
    ],
    ['null', null, 'apiKey is null. Give the secret'],
    ['a number', 7, 'apiKey is a number. Give the secret'],
    ['that is empty', '', 'apiKey is empty. Give the secret of an API key: the variable that it comes from is empty.'],
    ['the text undefined', 'undefined', 'apiKey is the text "undefined". Give the secret'],
    ['"Bearer undefined"', 'Bearer undefined', 'apiKey is the text "Bearer undefined". Give the secret'],
    [
      'the example of the guides',
      'sk_...',
      'apiKey is the example of the documents. Give the secret of your own API key.',
    ],
    ["the reference's example", `sk_${'Example'.repeat(5)}00001`, 'apiKey is the example of the documents.'],
    ['of crosses', `sk_${'x'.repeat(20)}`, 'apiKey is the example of the documents.'],
    ['of crosses alone', `sk_${'x'.repeat(40)}`, 'apiKey is the example of the documents.'],
    ['that is yours to fill in', 'sk_your_key_here', 'apiKey is the example of the documents.'],
    ['with Bearer before it', `Bearer ${apiKey}`, 'apiKey begins with "Bearer". Give the secret alone'],
    ["a key's id", 'key_01kdvy2n7rj4t8w0q3m5x9zb6c', "apiKey is an API key's id. Give its secret"],
    ["a webhook's secret", 'whsec_00', "apiKey is a webhook's secret. Give that of an API key"],
    ['of another service', 'pk_1234', 'apiKey does not begin with sk_. Give the whole secret of an API key.'],
    ['with the line break of its file', `${apiKey}\n`, 'apiKey has white space around it. Trim it.'],
    ['in quotes', `"${apiKey}"`, 'apiKey has quotes around it. Give it without them.'],
    ['that is the name of a variable', '$PURSER_API_KEY', "apiKey is a variable's name. Give its value."],
    ['with a dash that an editor made', 'sk_a\u2013b', 'apiKey holds characters that no secret has. Copy it anew.'],
  ])('%s', (_what, key, message) => {
    expect(messageOf({ apiKey: key })).toContain(`new Purser: ${message}`)
  })

  it.each(['xXx', 'your', 'YOUR'])('and one that begins with %s by chance is taken', (beginning) => {
    expect(messageOf({ apiKey: `sk_${beginning}${'a1B2'.repeat(10)}`.slice(0, 43) })).toBe('nothing was refused')
  })

  it('and no message tells a secret', () => {
    for (const key of [`${apiKey}\n`, `"${apiKey}"`, `Bearer ${apiKey}`, apiKey.slice(1)]) {
      expect(messageOf({ apiKey: key })).not.toContain(apiKey.slice(4))
    }
  })

  it('nor may there be none, with or without options', () => {
    for (const options of [undefined, {}]) {
      expect(messageOf(options)).toBe(
        'new Purser: there is no API key. Give one as apiKey, or set the variable PURSER_API_KEY.',
      )
    }
    expect(messageOf(null)).toBe('new Purser: takes options, not null. Write new Purser({ apiKey }).')
  })
})

describe('an address that can never work is refused where the client is made', () => {
  it.each<[string, unknown, string]>([
    ['without a scheme', 'purser.example.com/v1', 'has no scheme. Write https://purser.example.com/v1.'],
    ['of this machine without a scheme', 'localhost:8420/v1', 'has no scheme. Write http://localhost:8420/v1.'],
    ['that begins with slashes', '//127.0.0.1:8420', 'has no scheme. Write http://127.0.0.1:8420.'],
    [
      'with another scheme',
      'postgres://localhost/v1',
      'baseUrl begins with postgres://. It begins with https:// or http://.',
    ],
    ['with credentials and no scheme', 'ada:secret@example.com/v1', 'has no scheme. Write https://example.com/v1.'],
    ['that is empty', '', 'baseUrl is empty. Write for instance http://127.0.0.1:8420/v1, or leave it out.'],
    ['null', null, 'baseUrl is null. Write for instance'],
    ['that no URL is', 'http://', 'baseUrl is no URL.'],
    [
      'with credentials',
      'https://ada:secret@example.com/v1',
      'baseUrl carries a user name or a password. Leave them out',
    ],
    ['with a query', 'https://example.com/v1?a=1', 'baseUrl carries a query or a fragment. End it with /v1.'],
    [
      'of one operation',
      'https://example.com/v1/cards',
      'baseUrl ends in /v1/cards. It ends in /v1, for instance https://example.com/v1.',
    ],
    [
      'of a proxy, without /v1',
      'https://example.com/purser/',
      'baseUrl ends in /purser. It ends in /v1, for instance https://example.com/purser/v1.',
    ],
  ])('%s', (_what, baseUrl, message) => {
    expect(messageOf({ apiKey, baseUrl })).toContain(message)
    expect(messageOf({ apiKey, baseUrl })).not.toContain('secret@')
  })

  it.each([
    ['left out', undefined, 'http://127.0.0.1:8420/v1'],
    ['as it is written', 'https://example.com/v1', 'https://example.com/v1'],
    ['with a slash at its end', 'https://example.com/v1/', 'https://example.com/v1'],
    ['of a host alone', 'https://example.com', 'https://example.com/v1'],
    ['behind a proxy', 'https://example.com/purser/v1', 'https://example.com/purser/v1'],
  ])('%s it is understood', (_what, baseUrl, understood) => {
    expect(completeOptions({ apiKey, ...(baseUrl === undefined ? {} : { baseUrl }) }).baseUrl).toBe(understood)
  })
})

it.each([
  [{ maxRetries: -1 }, 'maxRetries is -1. It is a whole number of tries, 0 for none.'],
  [{ maxRetries: Number.NaN }, 'maxRetries is NaN.'],
  [{ timeoutMs: 0 }, 'timeoutMs is 0. It is a number of milliseconds, for instance 30_000.'],
  [{ timeoutMs: Number.POSITIVE_INFINITY }, 'timeoutMs is Infinity.'],
])('a number that means nothing is refused: %o', (options, message) => {
  expect(messageOf({ apiKey, ...options })).toContain(message)
})

describe('key and URL that are left out come from the environment', () => {
  it('and what is given comes first', () => {
    vi.stubEnv('PURSER_API_KEY', apiKey)
    vi.stubEnv('PURSER_URL', 'https://purser.example.com')
    expect(completeOptions()).toMatchObject({ apiKey, baseUrl: 'https://purser.example.com/v1' })
    const given = { apiKey: `${apiKey}1`, baseUrl: 'https://other.example.com/v1' }
    expect(completeOptions(given)).toMatchObject(given)
  })

  it('and the variable is named where it can never work', () => {
    vi.stubEnv('PURSER_API_KEY', '')
    expect(messageOf({})).toContain('new Purser: PURSER_API_KEY is empty.')
    vi.stubEnv('PURSER_URL', 'purser.example.com')
    expect(messageOf({ apiKey })).toContain('new Purser: PURSER_URL has no scheme.')
  })

  it('but not where somebody gave a key that is undefined: another key must not take its place', () => {
    vi.stubEnv('PURSER_API_KEY', apiKey)
    expect(messageOf({ apiKey: undefined })).toContain('apiKey is undefined.')
  })
})

it.each([
  [{ timeout: 5 }, 'the option timeout is not known. Write timeoutMs.'],
  [{ timeout_ms: 5 }, 'the option timeout_ms is not known. Write timeoutMs.'],
  [{ baseURL: '/v1' }, 'the option baseURL is not known. Write baseUrl.'],
  [{ retries: 5 }, 'the option retries is not known. Write maxRetries.'],
  [
    { colour: 5 },
    'the option colour is not known. These are: baseUrl, apiKey, maxRetries, timeoutMs, fetch, onAttempt.',
  ],
  [{ fetch: 'node-fetch' }, 'fetch is no function.'],
  [{ onAttempt: console }, 'onAttempt is no function.'],
])('an option that nobody reads is refused: %o', (options, message) => {
  expect(messageOf({ apiKey, ...options })).toContain(`new Purser: ${message}`)
})
