import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startNode } from '../../support/processes/start-node.ts'
import { type CameBack, cookiePair, type ProviderRig, PUBLIC_URL, startProviderRig } from './provider-rig.ts'

let rig: ProviderRig
beforeAll(async () => {
  rig = await startProviderRig()
  rig.provider.people.set('ada', { email: 'ada@example.com', email_verified: true, name: 'Ada', groups: ['everyone'] })
})
afterAll(() => rig.stop())
beforeEach(() => {
  rig.provider.lie(null)
  rig.provider.signWithAnotherKey(false)
  rig.provider.answerWith(null)
})

const end = ({ query, cookie }: CameBack) => rig.ask('POST', '/sessions/provider', { cookie, body: { query } })
const outcome = async (came: CameBack) => {
  const { status, body, reply } = await end(came)
  const { code, details } = body.error ?? {}
  expect(status === 201 || reply.headers.getSetCookie().length === 0).toBe(true)
  return [status, code, (details as { reason?: string } | undefined)?.reason]
}
const UNKNOWN = [403, 'provider_sign_in_refused', 'sign_in_unknown']
const INVALID = [403, 'provider_sign_in_refused', 'answer_invalid']
/** What came back with one parameter changed. */
function changed({ query, cookie }: CameBack, name: string, value: string | null): CameBack {
  const parameters = new URLSearchParams(query)
  if (value === null) parameters.delete(name)
  else parameters.set(name, value)
  return { query: parameters.toString(), cookie }
}

describe('a sign-in at the provider', () => {
  it('asks for a code with PKCE, a state and a nonce, to be sent back to the public URL and to no other', async () => {
    const { body, reply } = await rig.ask<{ url: string }>('POST', '/sessions/provider/options')
    const { origin, pathname, searchParams } = new URL(body.url)
    expect(origin + pathname).toBe(`${rig.provider.issuer}/auth`)
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'purser',
      response_type: 'code',
      redirect_uri: `${PUBLIC_URL}/sign-in/return`,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(reply.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-purser-provider=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=600$/),
    ])
    const { rows } = await rig.test.database.pool.query<object>('select * from provider_sign_ins')
    const stored = JSON.stringify(rows)
    for (const secret of [searchParams.get('state'), searchParams.get('nonce')]) expect(stored).not.toContain(secret)
  })

  it('ends once', async () => {
    const came = await rig.comeBack('ada')
    expect((await outcome(came))[0]).toBe(201)
    expect(await outcome(came)).toEqual(UNKNOWN)
  })

  it('ends with its own state alone, in the browser that has begun it', async () => {
    const first = await rig.comeBack('ada')
    const second = await rig.comeBack('ada')
    expect(await outcome(changed(first, 'state', 'a'.repeat(43)))).toEqual(UNKNOWN)
    expect(await outcome(changed(first, 'state', null))).toEqual(UNKNOWN)
    // Somebody has another open the address that they came back to themselves.
    expect(await outcome({ query: first.query, cookie: second.cookie })).toEqual(UNKNOWN)
    expect(await outcome({ query: second.query, cookie: '' })).toEqual(UNKNOWN)
    expect(await outcome(first)).toEqual(UNKNOWN) // the other browser has used it up
  })

  it('ends within ten minutes', async () => {
    const came = await rig.comeBack('ada')
    await rig.test.purser.testClock.advance({ seconds: 600 })
    expect(await outcome(came)).toEqual(UNKNOWN)
  })

  it('takes no code of another sign-in: nonce and verifier are of its own', async () => {
    const [first, second] = [await rig.comeBack('ada'), await rig.comeBack('ada')]
    const code = new URLSearchParams(second.query).get('code')
    expect(await outcome(changed(first, 'code', code))).toEqual(INVALID)
    expect(await outcome(changed(await rig.comeBack('ada'), 'code', 'made-up'))).toEqual(INVALID)
  })

  it('takes no answer of another issuer', async () => {
    expect(await outcome(changed(await rig.comeBack('ada'), 'iss', 'https://elsewhere.example'))).toEqual(INVALID)
    expect(await outcome(changed(await rig.comeBack('ada'), 'iss', null))).toEqual(INVALID)
  })

  it('ends without a session where the provider does not sign the person in', async () => {
    const came = changed(await rig.comeBack('ada'), 'code', null)
    expect(await outcome(changed(came, 'error', 'access_denied'))).toEqual([403, 'provider_sign_in_refused', 'denied'])
  })
})

describe('a token', () => {
  const now = () => Math.floor(Date.now() / 1000)
  it.each<[string, () => Record<string, unknown>]>([
    ['another nonce', () => ({ nonce: 'a'.repeat(43) })],
    ['no nonce', () => ({ nonce: undefined })],
    ['another audience', () => ({ aud: 'another-client' })],
    ['another audience beside this one, as whose it is', () => ({ aud: ['purser', 'another'], azp: 'another' })],
    ['another issuer', () => ({ iss: 'https://elsewhere.example' })],
    ['an end that is past', () => ({ exp: now() - 120 })],
    ['no subject', () => ({ sub: undefined })],
  ])('with %s signs nobody in', async (_what, lie) => {
    rig.provider.lie((claims) => ({ ...claims, ...lie() }))
    expect(await outcome(await rig.comeBack('ada'))).toEqual(INVALID)
    expect(await rig.people()).toHaveLength(1)
  })

  it('that is signed with another key signs nobody in', async () => {
    rig.provider.signWithAnotherKey(true)
    expect(await outcome(await rig.comeBack('ada'))).toEqual(INVALID)
  })

  it('whose groups are kept somewhere else says nothing of them: nobody is disabled', async () => {
    const { people } = rig.provider
    const before = people.get('ada')
    people.set('ada', { ...before, groups: undefined })
    rig.provider.lie((claims) => ({ ...claims, _claim_names: { groups: 'src1' } }))
    expect(await outcome(await rig.comeBack('ada'))).toEqual(INVALID)
    people.set('ada', { ...before })
    const [person] = await rig.people()
    expect(person?.status).toBe('active')
  })

  it('that says all itself is enough', async () => {
    rig.provider.lie((claims) => ({ ...claims, email: 'other@example.com', email_verified: true, groups: ['finance'] }))
    rig.provider.people.set('other', { groups: [] })
    const { reply } = await end(await rig.comeBack('other'))
    expect((await rig.self(cookiePair(reply, '__Host-purser'))).body).toMatchObject({
      email: 'other@example.com',
      personRole: 'admin',
    })
  })
})

describe('a provider that is down', () => {
  it('stops neither the start nor a purchase: the sign-in says so', async () => {
    const node = await startNode(rig.test.database, {
      ...rig.provider.settings(PUBLIC_URL),
      PURSER_OIDC_ISSUER: 'http://127.0.0.1:1',
    })
    const { status, headers, ...reply } = await fetch(`${node.baseUrl}/sessions/provider/options`, {
      method: 'POST',
    }).then(async (answer) => ({ status: answer.status, headers: answer.headers, body: await answer.json() }))
    expect([status, reply.body]).toEqual([
      503,
      expect.objectContaining({ error: expect.objectContaining({ details: { reason: 'provider_unavailable' } }) }),
    ])
    expect(headers.get('retry-after')).toBe('1')
    const { id: customerId } = await node.purser.customers.create({ email: 'buyer@example.com' })
    const card = await node.purser.cards.create({ customerId })
    expect((await node.purser.network.authorize({ cardId: card.id, amount: 100 })).decision).toBe('approve')
    await node.stop()
  })

  it.each(['/token', '/me'])(
    'at %s, or speaks nonsense there: nobody is signed in, and nobody disabled',
    async (path) => {
      for (const answer of [
        { status: 500, body: '{}' },
        { status: 200, body: 'no JSON' },
        { status: 200, body: `"${'x'.repeat(2 * 1024 * 1024)}"` },
      ]) {
        const came = await rig.comeBack('ada')
        rig.provider.answerWith((asked) => (asked === path ? answer : undefined))
        expect((await outcome(came)).slice(0, 2)).toEqual([503, 'unavailable'])
        rig.provider.answerWith(null)
      }
      expect((await outcome(await rig.comeBack('ada')))[0]).toBe(201)
    },
  )

  it('and never answers is not waited for', async () => {
    const came = await rig.comeBack('ada')
    rig.provider.answerWith((path) => (path === '/token' ? 'nothing' : undefined))
    const startedAt = performance.now()
    expect((await outcome(came)).slice(0, 2)).toEqual([503, 'unavailable'])
    expect(performance.now() - startedAt).toBeLessThan(9000)
  })

  it('that names itself otherwise than the setting is not spoken to', async () => {
    const { settings, answerWith, issuer } = rig.provider
    const document = { ...((await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()) as object) }
    answerWith((path) =>
      path.endsWith('openid-configuration')
        ? { status: 200, body: JSON.stringify({ ...document, issuer: 'https://elsewhere.example' }) }
        : undefined,
    )
    const node = await startNode(rig.test.database, settings(PUBLIC_URL))
    const reply = await fetch(`${node.baseUrl}/sessions/provider/options`, { method: 'POST' })
    expect(reply.status).toBe(503)
    await node.stop()
  })
})

it('people of the provider join no account where it is not clear which', async () => {
  const came = await rig.comeBack('ada')
  const { pool } = rig.test.database
  await pool.query(`insert into accounts select (jsonb_populate_record(accounts, $1)).* from accounts limit 1`, [
    JSON.stringify({ id: 'acct_00000000000000000000000000', name: 'Another' }),
  ])
  expect((await end(came)).body.error?.code).toBe('provider_not_set_up')
  const { accountId } = await rig.test.purser.self.get()
  const named = await rig.test.secondNode({ PURSER_OIDC_ACCOUNT: accountId })
  const { query, cookie } = await rig.comeBack('ada')
  const reply = await fetch(`${named.baseUrl}/sessions/provider`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  expect(reply.status).toBe(201)
  await named.stop()
})
