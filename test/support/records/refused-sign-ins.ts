import { newPerson } from './some-person.ts'
import type { TestPurser } from '../processes/start-purser.ts'

/** A sign-in provider to which no request is sent. */
const PROVIDER = {
  PURSER_PUBLIC_URL: 'https://purser.example.com',
  PURSER_OIDC_ISSUER: 'https://login.example.com',
  PURSER_OIDC_CLIENT_ID: 'purser',
  PURSER_OIDC_ROLES: 'everyone=viewer',
}

type Raise = (test: TestPurser) => Promise<Response>

/** Sends a request to another node on the same database with other settings for signing in. */
async function onNode(test: TestPurser, env: Record<string, string>, path: string, body?: object): Promise<Response> {
  const node = await test.secondNode(env)
  const reply = await fetch(`${node.baseUrl}${path}`, {
    method: 'POST',
    headers: body === undefined ? { authorization: `Bearer ${test.apiKey}` } : { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  await node.stop()
  return reply
}

export const signInWithPasswordsOff: Raise = (test) =>
  onNode(test, { PURSER_PASSWORD_SIGN_IN: 'off' }, '/sessions', { email: 'a@example.com', password: 'any' })

export const providerSignInWithoutStart: Raise = (test) =>
  onNode(test, PROVIDER, '/sessions/provider', { query: 'code=a&state=b' })

/** Requests a new password for a person who signs in by the provider, which is refused. */
export const passwordResetOfProviderPerson: Raise = async (test) => {
  const { id } = await newPerson(test, 'viewer', 'of-the-provider@example.com')
  await test.database.pool.query("update people set password = 'none' where id = $1", [id])
  return onNode(test, PROVIDER, `/people/${id}/password-reset`)
}
