import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  startTestTokenIssuer,
  TEST_SUB,
  type TestTokenIssuer,
  TEST_CLIENT,
} from '../../test/support/receivers/token-issuer.ts'
import { type AccessTokens, createAccessTokens, AccessTokenRefusal } from './access-tokens.ts'
import { hasProviderSigningKey } from './issuer-keys.ts'
import { SignInProviderUnavailable } from './identity-provider.ts'

const RESOURCE = 'https://purser.example.com/mcp'
const MINUTE_MS = 60_000
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

let issuer: TestTokenIssuer
let tokens: AccessTokens
let whys: string[]
beforeEach(async () => {
  issuer = await startTestTokenIssuer(RESOURCE)
  whys = []
  tokens = newReader()
})
afterEach(async () => {
  vi.useRealTimers()
  await issuer.stop()
})

const newReader = (named = issuer.issuer): AccessTokens =>
  createAccessTokens({
    issuer: named,
    resource: RESOURCE,
    audience: RESOURCE,
    onAway: (why) => whys.push(why),
  })
const read = (token: string, now = Date.now()) => tokens.read(token, now)
const ago = (seconds: number): number => Math.floor(Date.now() / 1000) - seconds

describe('a token is read', () => {
  it.each<[string, Record<string, unknown>, object]>([
    ['of the type at+jwt', {}, {}],
    ['of the type JWT, as many issuers write it', {}, { typ: 'JWT' }],
    ['of no type', {}, { typ: undefined }],
    ['for several audiences', { aud: ['https://another.example', RESOURCE] }, {}],
    ['with its client in azp', { client_id: undefined, azp: TEST_CLIENT }, {}],
    ['with its scopes in scp', { scope: undefined, scp: ['purser:read', 'purser:spend'] }, {}],
    ['within the tolerance after its end', { exp: ago(20) }, {}],
  ])('%s', async (_name, claims, header) => {
    expect(await read(await issuer.token(claims, header))).toEqual({
      subject: TEST_SUB,
      clientId: TEST_CLIENT,
      scopes: ['purser:read', 'purser:spend'],
      expiresAt: expect.any(Number) as number,
    })
  })
})

describe('a token is refused', () => {
  it.each<[string, Record<string, unknown>, object, RegExp]>([
    ['for another audience', { aud: 'https://another.example/mcp' }, {}, /another audience/],
    ['for the origin of the resource alone', { aud: 'https://purser.example.com' }, {}, /another audience/],
    ['for nobody', { aud: undefined }, {}, /another audience/],
    ['of another issuer', { iss: 'https://another.example' }, {}, /another issuer/],
    ['that has expired', { exp: ago(31) }, {}, /expired/],
    ['that is not valid yet', { nbf: ago(-60) }, {}, /not valid yet/],
    ['without an end', { exp: undefined }, {}, /lacks a claim/],
    ['without a subject', { sub: undefined }, {}, /lacks a claim/],
    ['without a client', { client_id: undefined }, {}, /does not name/],
    ['with a subject that is no text', { sub: '' }, {}, /does not name/],
    ['about a logout', {}, { typ: 'logout+jwt' }, /another type/],
    ['that is bound to a key of its client', { cnf: { jkt: 'a' } }, {}, /bound to a key/],
    ['with a key that nobody knows', {}, { kid: 'unknown' }, /signature/],
  ])('%s', async (_name, claims, header, why) => {
    await expect(read(await issuer.token(claims, header))).rejects.toThrow(why)
    await expect(read(await issuer.token(claims, header))).rejects.toThrow(AccessTokenRefusal)
  })

  it.each(['none', 'HS256'] as const)('signed with the algorithm %s', async (alg) => {
    await expect(read(await issuer.forged(alg))).rejects.toThrow(/signature/)
  })

  it('signed by somebody else under the key id of the issuer', async () => {
    issuer.signWithAnotherKey(true)
    await expect(read(await issuer.token())).rejects.toThrow(/signature/)
  })

  it('changed after it was signed', async () => {
    const [header, , signature] = (await issuer.token()).split('.')
    const [, claims] = (await issuer.token({ scope: 'purser:read' })).split('.')
    await expect(read([header, claims, signature].join('.'))).rejects.toThrow(/signature/)
  })

  it.each(['', 'opaque', 'a.b', 'a.b.c.d.e', `a.${'b'.repeat(8192)}.c`])('that is none: %#', async (text) => {
    await expect(read(text)).rejects.toThrow(/no signed token/)
  })

  it('whose last character is another one that stands for the same bytes', async () => {
    const token = await issuer.token()
    const bytes = (text: string) => Buffer.from(text.split('.')[2] ?? '', 'base64url').toString('hex')
    const others = Array.from(BASE64URL)
      .map((last) => token.slice(0, -1) + last)
      .filter((other) => other !== token && bytes(other) === bytes(token))
    expect(others).not.toEqual([])
    for (const other of others) await expect(read(other)).rejects.toThrow(/no signed token/)
    expect((await read(token)).subject).toBe(TEST_SUB)
  })

  it('without a word of it in the error', async () => {
    const error = await read(await issuer.token({ exp: ago(99), sub: 'somebody-secret' })).catch(
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(AccessTokenRefusal)
    expect(JSON.stringify([error, (error as Error).stack, (error as Error).cause])).not.toContain('somebody-secret')
  })
})

describe("the issuer's keys", () => {
  it('are read once for many tokens, and once more in half a minute for keys that are not known', async () => {
    await read(await issuer.token())
    for (let count = 0; count < 20; count += 1) {
      await expect(read(await issuer.token({}, { kid: `unknown-${count}` }))).rejects.toThrow(AccessTokenRefusal)
    }
    expect(issuer.keyReads).toBe(1)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + MINUTE_MS })
    for (let count = 0; count < 20; count += 1) {
      await expect(read(await issuer.token({}, { kid: `unknown-${count}` }))).rejects.toThrow(AccessTokenRefusal)
    }
    expect(issuer.keyReads).toBe(2)
  })

  it('are read again when the issuer has a new one, and what it has withdrawn is refused', async () => {
    const before = await issuer.token({ exp: ago(-7200) })
    await read(before)
    await issuer.rotate()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + MINUTE_MS })
    expect(await read(await issuer.token())).toMatchObject({ subject: TEST_SUB })
    await expect(read(before)).rejects.toThrow(/signature/)
    expect(issuer.keyReads).toBe(2)
  })

  it('are asked for once in five seconds while the issuer is away, and then no token counts', async () => {
    const good = await issuer.token()
    issuer.setAway(true)
    for (let count = 0; count < 20; count += 1) await expect(read(good)).rejects.toThrow(SignInProviderUnavailable)
    expect(whys).toEqual([expect.stringContaining('has no metadata document')])
    issuer.setAway(false)
    await expect(read(good)).rejects.toThrow(SignInProviderUnavailable)
    tokens = newReader()
    expect(await read(good)).toMatchObject({ subject: TEST_SUB })
  })

  it('are examined without a token: they are there, or it is said why not', async () => {
    await expect(tokens.examine()).resolves.toBeUndefined()
    await expect(newReader(`${issuer.issuer}/`).examine()).rejects.toThrow(/the issuer calls itself/)
    issuer.setAway(true)
    await expect(newReader().examine()).rejects.toThrow(/has no metadata document/)
    await expect(tokens.examine()).rejects.toThrow(/shows no keys/)
    await issuer.stop()
    await expect(newReader().examine()).rejects.toThrow(/did not answer/)
    issuer = await startTestTokenIssuer(RESOURCE)
  })

  it.each<[string, unknown, boolean]>([
    ['a public key', { keys: [{ kty: 'EC' }] }, true],
    [
      'a key of signatures among others',
      {
        keys: [
          { kty: 'RSA', use: 'enc' },
          { kty: 'OKP', use: 'sig' },
        ],
      },
      true,
    ],
    ['no key', { keys: [] }, false],
    ['a key of encryption', { keys: [{ kty: 'RSA', use: 'enc' }] }, false],
    ['a secret', { keys: [{ kty: 'oct' }] }, false],
    ['nonsense', { keys: [null, 'RSA'] }, false],
    ['no document', null, false],
  ])('that are %s sign something: %3$s', (_what, keySet, does) => {
    expect(hasProviderSigningKey(keySet)).toBe(does)
  })

  it('are not those of an issuer that calls itself something else', async () => {
    tokens = newReader(`${issuer.issuer}/`)
    await expect(read(await issuer.token())).rejects.toThrow(SignInProviderUnavailable)
    expect(whys).toEqual([`the issuer calls itself ${issuer.issuer}`])
  })
})
