import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Purser } from '../../clients/typescript/src/client.ts'
import { agentTools } from '../../src/mcp/tools.ts'
import { issueApiKey } from '../../src/services/accounts/issue-key.ts'
import { createAccount } from '../../src/store/accounts/accounts.ts'
import { verifyDifferencesOf } from '../support/differences.ts'
import { eventually } from '../support/eventually.ts'
import { asTestActor } from '../support/records/acts.ts'
import { freePort } from '../support/receivers/free-port.ts'
import { startTestTokenIssuer, TEST_SUB, type TestTokenIssuer, TEST_CLIENT } from '../support/receivers/token-issuer.ts'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'
import { call, connect, endpoint, errandOf, listenFor, type SomeAgent, someAgent } from './agent-rig.ts'

let issuer: TestTokenIssuer
let service: TestPurser
let agent: SomeAgent
let resource: string
beforeAll(async () => {
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  resource = `${publicUrl}/mcp`
  issuer = await startTestTokenIssuer(resource)
  service = await startPurser({
    PORT: port,
    PURSER_PUBLIC_URL: publicUrl,
    PURSER_MCP_ISSUER: issuer.issuer,
    PURSER_ALLOW_LOCAL_OIDC: 'true',
  })
  agent = await someAgent(service)
  await bind(agent)
})
afterAll(async () => {
  await service.stop()
  await issuer.stop()
})

/** Makes a key of the agent as which tokens of this subject and client act. */
const bind = ({ agentId }: SomeAgent, subject = TEST_SUB, clientId = TEST_CLIENT) =>
  service.purser.apiKeys.create({ name: 'web client', role: 'agent', agentId, mcpToken: { subject, clientId } })

interface Asked {
  readonly status: number
  readonly challenge: string | null
  readonly body: { readonly error?: { readonly code: unknown; readonly message: string; readonly details?: object } }
}

async function ask(token: string | null, message: object = LIST, url = new URL(resource)): Promise<Asked> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
  })
  const text = await reply.text()
  const body = (text.startsWith('{') ? JSON.parse(text) : {}) as Asked['body']
  return { status: reply.status, challenge: reply.headers.get('www-authenticate'), body }
}

const LIST = { method: 'tools/list' }
const callOf = (name: string) => ({ method: 'tools/call', params: { name, arguments: {} } })
const metadataUrl = () => `${new URL(resource).origin}/.well-known/oauth-protected-resource/mcp`
const challengeOf = (error: string | null, scope = 'purser:read purser:spend') =>
  `Bearer ${error === null ? '' : `error="${error}", `}scope="${scope}", resource_metadata="${metadataUrl()}"`

describe('the metadata of /mcp', () => {
  it('says who makes its tokens, at the path of the resource and at the root', async () => {
    for (const url of [metadataUrl(), metadataUrl().replace(/\/mcp$/, '')]) {
      const reply = await fetch(url)
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
      expect(await reply.json()).toEqual({
        resource,
        authorization_servers: [issuer.issuer],
        scopes_supported: ['purser:read', 'purser:spend'],
        bearer_methods_supported: ['header'],
        resource_name: 'Purser',
      })
    }
  })

  it('is not there without an issuer: clients that find some drop the key that they were given', async () => {
    const node = await service.secondNode({ PORT: '0', PURSER_MCP_ISSUER: '' })
    const { origin } = endpoint(node)
    for (const path of ['', '/mcp']) {
      expect((await fetch(`${origin}/.well-known/oauth-protected-resource${path}`)).status).toBe(404)
    }
    const good = await issuer.token()
    expect(await ask(good, LIST, endpoint(node))).toMatchObject({ status: 401, challenge: 'Bearer' })
    await node.stop()
  })
})

describe('a request to /mcp', () => {
  it('without a key is told where to get a token', async () => {
    expect(await ask(null)).toMatchObject({ status: 401, challenge: challengeOf(null) })
    const inQuery = new URL(`${resource}?access_token=${await issuer.token()}`)
    expect(await ask(null, LIST, inQuery)).toMatchObject({ status: 401, challenge: challengeOf(null) })
  })

  it.each<[string, () => Promise<string>]>([
    ['for another audience', () => issuer.token({ aud: 'https://another.example/mcp' })],
    ['of another issuer', () => issuer.token({ iss: 'https://another.example' })],
    ['that has expired', () => issuer.token({ exp: 1 })],
    ['that is bound to a key of its client', () => issuer.token({ cnf: { jkt: 'a' } })],
    ['without a signature', () => issuer.forged('none')],
    ['signed by the public key', () => issuer.forged('HS256')],
  ])('with a token %s is 401', async (_name, token) => {
    expect(await ask(await token())).toMatchObject({
      status: 401,
      challenge: challengeOf('invalid_token'),
      body: { error: { code: 'invalid_token' } },
    })
  })

  it('with a key goes on as before, and with a wrong one is told where to get a token', async () => {
    expect((await ask(agent.apiKey)).status).toBe(200)
    expect(await ask(`sk_${'a'.repeat(40)}`)).toMatchObject({
      status: 401,
      challenge: challengeOf('invalid_token'),
      body: { error: { code: 'invalid_api_key' } },
    })
  })

  it('with a token is one of the agent, and of no other', async () => {
    const other = await someAgent(service)
    const client = await connect(new URL(resource), await issuer.token())
    const { said } = await call(client, 'get_budget')
    expect(JSON.stringify(said)).toContain(agent.cardId)
    expect(JSON.stringify(said)).not.toContain(other.cardId)
    await client.close()
  })

  it('counts for the key, and is nothing below /v1', async () => {
    const token = await issuer.token()
    const reply = await fetch(`${service.baseUrl}/cards`, { headers: { authorization: `Bearer ${token}` } })
    expect([reply.status, reply.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    const { data } = await service.purser.apiKeys.list({ limit: 100 })
    const key = data.find(({ mcpToken }) => mcpToken?.subject === TEST_SUB)
    expect(key).toMatchObject({ agentId: agent.agentId, mcpToken: { issuer: issuer.issuer, clientId: TEST_CLIENT } })
    expect(key?.lastUsedAt).toBeDefined()
  })
})

describe('scopes', () => {
  it('a token without purser:spend calls what reads, and is refused for what changes', async () => {
    const token = await issuer.token({ scope: 'openid purser:read' })
    for (const { name, hints } of agentTools) {
      const { status, challenge, body } = await ask(token, callOf(name))
      const refused = { status: 403, challenge: challengeOf('insufficient_scope'), code: 'insufficient_scope' }
      const passed = { status: 200, challenge: null, code: undefined }
      const code = status === 403 ? body.error?.code : undefined
      expect({ name, status, challenge, code }).toEqual({ name, ...(hints.readOnly ? passed : refused) })
    }
  })

  it('a token without purser:read is refused for everything', async () => {
    for (const scope of ['purser:spend', 'purser:reads', undefined]) {
      for (const message of [LIST, callOf('get_budget'), { method: 'server/discover' }]) {
        const { status, challenge } = await ask(await issuer.token({ scope }), message)
        expect([status, challenge]).toEqual([403, challengeOf('insufficient_scope', 'purser:read')])
      }
    }
  })
})

it('calls by a token can be told from those by the secret of its key', async () => {
  const key = await bind(agent, 'audited-calls')
  const token = await issuer.token({ sub: 'audited-calls' })
  const actors = await Promise.all(
    [token, key.secret].map(async (bearer, index) => {
      const client = await connect(new URL(resource), bearer)
      // At different merchants: the same purchase under another reference is not declared again.
      const merchant = ['Names Ltd', 'Hosting GmbH'][index]
      const { said } = await call(client, 'declare_intent', { ...errandOf(`audited-${index}`), merchant })
      await client.close()
      const { data } = await service.purser.audit.list({ resourceId: String(said['intentId']), actorId: key.id })
      return data.map(({ actor }) => actor)
    }),
  )
  expect(actors).toEqual([
    [{ type: 'token', id: key.id, name: `web client (subject audited-calls, client ${TEST_CLIENT})` }],
    [{ type: 'key', id: key.id, name: 'web client' }],
  ])
  const means = async () => {
    const { data } = await service.purser.apiKeys.requests(key.id)
    return new Set(data.map(({ byToken }) => byToken))
  }
  // Requests are stored in the background.
  await eventually('both means are stored', async () => (await means()).size === 2)
  expect(await means()).toEqual(new Set([true, undefined]))
  expect(await verifyDifferencesOf(service.database)).toEqual([])
})

describe('a binding', () => {
  it('is of one subject with one client: another token acts as nobody, and is told what to bind', async () => {
    for (const claims of [{ sub: 'grace' }, { client_id: 'https://another.example' }]) {
      const { status, challenge, body } = await ask(await issuer.token(claims))
      expect([status, challenge]).toEqual([403, null])
      const details = { subject: claims.sub ?? TEST_SUB, clientId: claims.client_id ?? TEST_CLIENT }
      expect(body.error).toMatchObject({ code: 'token_not_bound', details })
    }
  })

  it('ends at once with its key, and can then be made anew', async () => {
    const token = await issuer.token({ sub: 'revoked' })
    const made = await bind(agent, 'revoked')
    expect((await ask(token)).status).toBe(200)
    await service.purser.apiKeys.revoke(made.id)
    expect(await ask(token)).toMatchObject({ status: 403, body: { error: { code: 'token_not_bound' } } })
    await bind(agent, 'revoked')
    expect((await ask(token)).status).toBe(200)
  })

  it('ends with its agent, and stays when the secret of its key is rotated', async () => {
    const token = await issuer.token({ sub: 'rotated' })
    const ending = await someAgent(service)
    const { id } = await bind(ending, 'rotated')
    const { secret } = await service.purser.apiKeys.rotate(id, { overlapMinutes: 0 })
    expect([(await ask(token)).status, (await ask(secret)).status]).toEqual([200, 200])
    await service.purser.agents.delete(ending.agentId)
    expect((await ask(token)).status).toBe(403)
  })

  it('lets an agent that is paused do no more than its key does', async () => {
    const paused = await someAgent(service)
    await bind(paused, 'paused')
    await service.purser.agents.update(paused.agentId, { status: 'paused' })
    const purchase = { amount: 1200, merchant: 'Names Ltd', purpose: 'a domain', reference: 'one' }
    const answers = await Promise.all(
      [await issuer.token({ sub: 'paused' }), paused.apiKey].map(async (bearer) => {
        const client = await connect(new URL(resource), bearer)
        const { isError, said } = await call(client, 'declare_intent', purchase)
        await client.close()
        return { isError, code: said['code'] }
      }),
    )
    const refused = { isError: true, code: 'agent_not_active' }
    expect(answers).toEqual([refused, refused])
  })

  it('ends with the time of its key', async () => {
    const mcpToken = { subject: 'expired', clientId: TEST_CLIENT }
    const key = { name: 'old', role: 'agent', agentId: agent.agentId, mcpToken } as const
    await service.purser.apiKeys.create({ ...key, expiresAt: '2020-01-01T00:00:00Z' })
    expect((await ask(await issuer.token({ sub: 'expired' }))).status).toBe(403)
  })

  it('holds only for the addresses of its key', async () => {
    const mcpToken = { subject: 'elsewhere', clientId: TEST_CLIENT }
    const key = { name: 'elsewhere', role: 'agent', agentId: agent.agentId, mcpToken } as const
    await service.purser.apiKeys.create({ ...key, allowedAddresses: ['203.0.113.0/24'] })
    const { status, body } = await ask(await issuer.token({ sub: 'elsewhere' }))
    expect([status, body.error?.code]).toEqual([403, 'address_not_allowed'])
  })

  it('stands in the audit trail, and was written by the service alone', async () => {
    const { id } = await bind(agent, 'audited')
    const { data } = await service.purser.audit.list({ resourceId: id })
    expect(data.flatMap(({ changes }) => changes)).toContainEqual({
      path: 'mcpToken',
      before: null,
      after: { issuer: issuer.issuer, subject: 'audited', clientId: TEST_CLIENT },
    })
    expect(await verifyDifferencesOf(service.database)).toEqual([])
  })

  it('that was changed in the database by hand is none', async () => {
    const other = await someAgent(service)
    const [own, foreign] = [await bind(agent, 'tampered'), await bind(other, 'foreign')]
    const { pool } = service.database
    await pool.query('update api_key_secrets set key_id = $2 where key_id = $1', [own.id, foreign.id])
    expect((await ask(await issuer.token({ sub: 'tampered' }))).status).toBe(403)
    await pool.query(`update api_keys set mcp_token = null where id = $1`, [foreign.id])
    expect((await ask(await issuer.token({ sub: 'foreign' }))).status).toBe(403)
  })

  it.each<[string, object, RegExp]>([
    ['of another role', { role: 'read', agentId: undefined }, /is for the role `agent`/],
    ['that shows card numbers', { mcpCardDetails: 'plain' }, /never shows card numbers/],
    ['for tokens of another key', { mcpToken: { subject: TEST_SUB, clientId: TEST_CLIENT } }, /another key already/],
    ['without a client', { mcpToken: { subject: 'a' } }, /clientId/],
  ])('is refused for a key %s', async (_name, wrong, why) => {
    const mcpToken = { subject: 'wrong', clientId: TEST_CLIENT }
    const key = { name: 'wrong', role: 'agent' as const, agentId: agent.agentId, mcpToken, ...wrong }
    await expect(service.purser.apiKeys.create(key)).rejects.toThrow(why)
  })
})

describe('a listening stream', () => {
  /** A signal that only garbage held would end no stream. */
  const collectGarbage = (): void => {
    setFlagsFromString('--expose-gc')
    ;(runInNewContext('gc') as () => void)()
  }

  /** Declares an intent, and listens for it. */
  const listening = async ({ purser, cardId }: SomeAgent, bearer: string) => {
    const { id } = await purser.intents.declare(cardId, { purpose: 'a domain' })
    const { rest } = await listenFor(new URL(resource), bearer, [`purser://intents/${id}`])
    return { id, rest }
  }

  it("ends with its key, its agent, its token's binding and its token, and tells nothing afterwards", async () => {
    const ofKey = await someAgent(service)
    const closing = await someAgent(service)
    const [unbound, expiring] = [await bind(agent, 'unbound'), await bind(agent, 'expiring')]
    await bind(agent, 'away')
    // A token is good for half a minute beyond its end, because clocks may differ.
    const soon = Math.floor(Date.now() / 1000) - 27
    const streams = [
      await listening(agent, await issuer.token({ sub: 'expiring', exp: soon })),
      await listening(ofKey, ofKey.apiKey),
      await listening(closing, closing.apiKey),
      await listening(agent, await issuer.token({ sub: 'unbound' })),
    ]
    const staying = await listening(agent, await issuer.token({ sub: 'away' }))
    collectGarbage()
    const keyOfAgent = await ofKey.purser.apiKeys.self()
    await service.purser.apiKeys.revoke(keyOfAgent.id)
    await service.purser.agents.delete(closing.agentId)
    await service.purser.apiKeys.revoke(unbound.id)
    const said = await Promise.all(streams.map(({ rest }) => rest))
    for (const text of said) expect(text).not.toContain('notifications/resources/updated')
    expect((await service.purser.apiKeys.list({ limit: 100 })).data.map(({ id }) => id)).toContain(expiring.id)
    await service.purser.intents.cancel(staying.id)
    expect(await staying.rest).toContain('notifications/resources/updated')
  })
})

it('tokens act in one account alone, whatever admins of another bind', async () => {
  const { database } = service
  const { ids, vault } = service.deps
  const { id: accountId } = await asTestActor(database, ids, (writing) => createAccount(writing, 'Another'))
  const { secret } = await asTestActor(database, ids, (writing) =>
    issueApiKey(writing, { accountId, name: 'admin', role: 'admin', vault }),
  )
  const node = await service.secondNode({ PORT: '0', PURSER_MCP_ACCOUNT: accountId })
  const foreign = new Purser({ baseUrl: node.baseUrl, apiKey: secret, maxRetries: 0 })
  // With several accounts and none named, nobody can bind. What was bound before stays.
  await expect(bind(agent, 'late')).rejects.toThrow(/do not act in this account/)
  expect((await ask(await issuer.token())).status).toBe(200)
  // The named account can, and on its node nobody else's bindings count.
  const theirs = await someAgent({ purser: foreign, baseUrl: node.baseUrl })
  const names = { subject: 'theirs', clientId: TEST_CLIENT }
  const made = { name: 'web', role: 'agent', agentId: theirs.agentId, mcpToken: names } as const
  await foreign.apiKeys.create(made)
  expect((await ask(await issuer.token({ sub: 'theirs' }), LIST, endpoint(node))).status).toBe(200)
  expect((await ask(await issuer.token(), LIST, endpoint(node))).status).toBe(403)
  const here = new Purser({ baseUrl: service.baseUrl, apiKey: secret, maxRetries: 0 })
  const late = { ...made, mcpToken: { ...names, subject: 'late' } }
  await expect(here.apiKeys.create(late)).rejects.toThrow(/do not act in this account/)
  await node.stop()
})

it("a client of the SDK signs in: metadata, authorization code with PKCE, the resource's token, and a purchase", async () => {
  let verifier = ''
  let sentTo: URL | undefined
  let saved: object | undefined
  const provider = {
    redirectUrl: 'http://127.0.0.1:1/back',
    clientMetadata: { client_name: 'a client', redirect_uris: ['http://127.0.0.1:1/back'] },
    clientInformation: () => ({ client_id: TEST_CLIENT }),
    tokens: () => saved as never,
    saveTokens: (tokens: object) => {
      saved = tokens
    },
    redirectToAuthorization: (url: URL) => {
      sentTo = url
    },
    saveCodeVerifier: (text: string) => {
      verifier = text
    },
    codeVerifier: () => verifier,
  }
  const transport = () => new StreamableHTTPClientTransport(new URL(resource), { authProvider: provider })
  const first = transport()
  await expect(new Client({ name: 'web', version: '1.0.0' }).connect(first)).rejects.toThrow(/Unauthorized/)
  expect(Object.fromEntries(sentTo?.searchParams ?? [])).toMatchObject({
    resource,
    scope: 'purser:read purser:spend',
    code_challenge_method: 'S256',
  })
  const back = await fetch(sentTo ?? '', { redirect: 'manual' })
  await first.finishAuth(new URL(back.headers.get('location') ?? '').searchParams)
  const client = new Client({ name: 'web', version: '1.0.0' })
  await client.connect(transport())
  const errand = { reference: 'signed-in', purpose: 'a domain', amount: 1200, merchant: 'Names Ltd' }
  const { said } = await call(client, 'declare_intent', errand)
  expect(said).toMatchObject({ status: 'pending', payable: true })
  const intent = await service.purser.intents.get(String(said['intentId']))
  expect(intent).toMatchObject({ cardId: agent.cardId, agentId: agent.agentId })
  await client.close()
})
