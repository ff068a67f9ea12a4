import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SoftwareAuthenticator } from '../../support/soft-authenticator.ts'
import { newInvitation, TEST_PASSWORD } from '../../support/records/some-person.ts'
import { startPurser, type TestPurser } from '../../support/processes/start-purser.ts'

const HOST = 'purser.example.com'
const ORIGIN = `https://${HOST}`

let test: TestPurser
beforeAll(async () => {
  test = await startPurser({ PURSER_PUBLIC_URL: ORIGIN })
})
afterAll(() => test.stop())

interface Answer {
  readonly status: number
  readonly body: {
    readonly options?: { readonly challenge: string; readonly rpId?: string; readonly rp?: { readonly id: string } }
    readonly error?: { readonly code: string }
  }
}

/** With a `Host` of the caller's choice, which `fetch` does not send. */
function ask(path: string, host: string, body: object = {}): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const headers = { host, origin: ORIGIN, 'content-type': 'application/json' }
  const sent = request(`${test.baseUrl}${path}`, { method: 'POST', headers }, (reply) => {
    const chunks: Buffer[] = []
    reply.on('data', (chunk: Buffer) => chunks.push(chunk))
    reply.on('error', reject)
    reply.on('end', () =>
      resolve({ status: reply.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) as Answer['body'] }),
    )
  })
  sent.on('error', reject)
  sent.end(JSON.stringify(body))
  return promise
}

const hosts = [HOST, 'elsewhere.example', 'localhost:8420']
const challengeOf = ({ body }: Answer) => ({ challenge: body.options?.challenge ?? '' })

let joiners = 0
/** Somebody who joins with a passkey that says to be made at that origin. */
async function joins(origin: string, host: string) {
  const { secret } = await newInvitation(test, 'viewer', `${(joiners += 1)}@example.com`)
  const asked = await ask('/invitations/passkey-options', host, { secret })
  const authenticator = new SoftwareAuthenticator(origin)
  const passkey = { name: 'Laptop', ...authenticator.register(challengeOf(asked)) }
  const body = { secret, name: 'Ada', password: TEST_PASSWORD, passkey }
  return { asked, authenticator, answer: await ask('/invitations/accept', host, body) }
}

describe('the relying party of passkeys is the host of PURSER_PUBLIC_URL', () => {
  it.each(hosts)('where a request names %s', async (host) => {
    const { asked, authenticator, answer } = await joins(ORIGIN, host)
    expect(asked.body.options?.rp?.id).toBe(HOST)
    expect(answer.status).toBe(201)
    const signIn = await ask('/sessions/passkey/options', host)
    expect(signIn.body.options?.rpId).toBe(HOST)
    expect((await ask('/sessions/passkey', host, authenticator.sign(challengeOf(signIn)))).status).toBe(201)
  })

  it.each([
    ['the host of the request', 'https://elsewhere.example', 'elsewhere.example'],
    ['this machine', 'http://localhost:8420', 'localhost:8420'],
    ['the host over HTTP', `http://${HOST}`, HOST],
    ['a host beneath it', `https://app.${HOST}`, HOST],
  ])('and not %s', async (_which, origin, host) => {
    const { answer } = await joins(origin, host)
    expect([answer.status, answer.body.error?.code]).toEqual([403, 'passkey_refused'])
  })
})
