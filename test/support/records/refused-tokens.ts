import type { TestPurser } from '../processes/start-purser.ts'
import { startTestTokenIssuer, TEST_SUB, TEST_CLIENT } from '../receivers/token-issuer.ts'

const PUBLIC_URL = 'https://purser.example.com'

interface Sent {
  readonly claims?: Record<string, unknown>
  /** The agent that the access token acts as. Absent: it is bound to none. */
  readonly agentId?: string
}

/** Sends a request with an access token to `/mcp` of another node, which has an issuer of tokens. */
async function askWithToken(test: TestPurser, { claims = {}, agentId }: Sent): Promise<Response> {
  const issuer = await startTestTokenIssuer(`${PUBLIC_URL}/mcp`)
  const node = await test.secondNode({
    PURSER_PUBLIC_URL: PUBLIC_URL,
    PURSER_MCP_ISSUER: issuer.issuer,
    PURSER_ALLOW_LOCAL_OIDC: 'true',
  })
  if (agentId !== undefined) {
    const mcpToken = { subject: TEST_SUB, clientId: TEST_CLIENT }
    await node.purser.apiKeys.create({ name: 'web', role: 'agent', agentId, mcpToken })
  }
  const reply = await fetch(node.baseUrl.replace(/\/v1$/, '/mcp'), {
    method: 'POST',
    headers: { authorization: `Bearer ${await issuer.token(claims)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  await node.stop()
  await issuer.stop()
  return reply
}

const challenge = (error: string, scope: string) =>
  `Bearer error="${error}", scope="${scope}", resource_metadata="${PUBLIC_URL}/.well-known/oauth-protected-resource/mcp"`

/** How each error about access tokens is caused, and the error's text. */
export const tokenErrorCases = (node: () => TestPurser, newAgent: () => Promise<string>) => ({
  invalid_token: {
    raise: () => askWithToken(node(), { claims: { aud: 'https://another.example/mcp' } }),
    headers: { 'www-authenticate': challenge('invalid_token', 'purser:read purser:spend') },
  },
  insufficient_scope: {
    raise: async () => askWithToken(node(), { claims: { scope: 'openid' }, agentId: await newAgent() }),
    details: { scopes: ['purser:read'] },
    headers: { 'www-authenticate': challenge('insufficient_scope', 'purser:read') },
  },
  token_not_bound: {
    raise: () => askWithToken(node(), {}),
    details: { subject: TEST_SUB, clientId: TEST_CLIENT },
  },
})
