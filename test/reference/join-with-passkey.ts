import { TEST_API_KEY } from '../support/processes/start-node.ts'
import { TEST_PASSWORD } from '../support/records/some-person.ts'
import { SoftwareAuthenticator } from '../support/soft-authenticator.ts'

/** Somebody joins with a passkey. No step of the story can: what an authenticator signs cannot be sent again. */
export async function joinWithPasskey(baseUrl: string, publicUrl: string): Promise<void> {
  const email = 'grace@example.com'
  const { secret } = await post<{ secret: string }>(baseUrl, '/invitations', { email, role: 'viewer' }, TEST_API_KEY)
  const { options } = await post<{ options: { challenge: string } }>(baseUrl, '/invitations/passkey-options', {
    secret,
  })
  const passkey = { name: 'Laptop', ...new SoftwareAuthenticator(publicUrl).register(options) }
  await post(baseUrl, '/invitations/accept', { secret, name: 'Grace Hopper', password: TEST_PASSWORD, passkey })
}

async function post<T>(baseUrl: string, path: string, body: object, apiKey?: string): Promise<T> {
  const reply = await fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify(body),
  })
  if (reply.status !== 201) throw new Error(`${path} is answered ${reply.status}: ${await reply.text()}`)
  return (await reply.json()) as T
}
