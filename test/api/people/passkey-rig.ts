import { expect } from 'vitest'
import type { ErrorReplyBody } from '../../../src/contract/errors.ts'
import type { Passkey } from '../../../src/contract/resources/passkeys.ts'
import type { PersonRole, Session } from '../../../src/contract/resources/people.ts'
import { SoftwareAuthenticator, type DishonestPasskeyValues } from '../../support/soft-authenticator.ts'
import { sessionCookieOf, newInvitation, newPerson, TEST_PASSWORD } from '../../support/records/some-person.ts'
import { TEST_API_KEY, startPurser, type TestPurser } from '../../support/processes/start-purser.ts'

interface Ask {
  readonly cookie?: string
  readonly key?: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
}
export interface Answer<T> {
  readonly status: number
  readonly body: T & Partial<ErrorReplyBody>
  readonly reply: Response
}
export interface Options {
  readonly statement: Readonly<Record<string, unknown>>
  readonly options: { readonly challenge: string; readonly rpId?: string; readonly allowCredentials?: { id: string }[] }
}

/** A person with a passkey. */
export interface Holder {
  readonly id: string
  readonly cookie: string
  readonly authenticator: SoftwareAuthenticator
  readonly passkeyId: string
}

/** What is to be signed, of a refusal that says it. */
export function askedIn({ body }: Answer<unknown>): Options {
  const { details } = body.error ?? {}
  if (details === undefined) throw new Error('the refusal does not say what to sign')
  return details as unknown as Options
}

export interface Confirming {
  readonly cookie: string
  readonly authenticator: SoftwareAuthenticator
  readonly body?: object
}

export interface PasskeyRig {
  readonly test: TestPurser
  readonly origin: string
  ask<T = unknown>(method: string, path: string, ask?: Ask): Promise<Answer<T>>
  person(role: PersonRole): ReturnType<typeof newPerson>
  /** A first passkey, by the password. */
  register(
    cookie: string,
    twist?: DishonestPasskeyValues,
  ): Promise<{ authenticator: SoftwareAuthenticator; answer: Answer<Passkey> }>
  /** Somebody who has made a passkey with their invitation: it confirms. */
  holder(role: PersonRole): Promise<Holder>
  /** Sends what a person has to confirm, and once more with what the authenticator signs of the refusal. */
  confirmed<T>(method: string, path: string, by: Confirming): Promise<Answer<T>>
  /** What a decision about the object at a path names as `shown`. */
  shown(path: string): Promise<{ readonly shown?: string }>
  email(personId: string): Promise<string>
  signInOptions(): Promise<Options['options']>
  signIn(authenticator: SoftwareAuthenticator, twist?: DishonestPasskeyValues): Promise<Answer<Session>>
}

/** The service as browsers see it, with people and what is in their hands. */
export async function startPasskeyRig(env: Record<string, string> = {}): Promise<PasskeyRig> {
  const test = await startPurser({ PURSER_TEST_CLOCK: 'true', ...env })
  // Passkeys belong to names: an address has none.
  const baseUrl = test.baseUrl.replace('127.0.0.1', 'localhost')
  const { origin } = new URL(baseUrl)

  async function ask<T = unknown>(
    method: string,
    path: string,
    { cookie, key, body, headers }: Ask = {},
  ): Promise<Answer<T>> {
    const reply = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        ...(cookie === undefined ? {} : { cookie, origin }),
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: reply.status, body: (await reply.json()) as T & Partial<ErrorReplyBody>, reply }
  }

  let count = 0
  const person = (role: PersonRole) => newPerson(test, role, `holder-${(count += 1)}@example.com`)

  const register = async (cookie: string, twist: DishonestPasskeyValues = {}) => {
    const authenticator = new SoftwareAuthenticator(origin)
    const { options } = (await ask<Options>('POST', '/passkeys/options', { cookie })).body
    const body = { name: 'Laptop', password: TEST_PASSWORD, ...authenticator.register(options, twist) }
    return { authenticator, answer: await ask<Passkey>('POST', '/passkeys', { cookie, body }) }
  }

  const holder = async (role: PersonRole) => {
    const email = `holder-${(count += 1)}@example.com`
    const { secret } = await newInvitation(test, role, email)
    const authenticator = new SoftwareAuthenticator(origin)
    const { options } = (await ask<Options>('POST', '/invitations/passkey-options', { body: { secret } })).body
    const passkey = { name: 'Laptop', ...authenticator.register(options) }
    const body = { secret, name: email, password: TEST_PASSWORD, passkey }
    const joined = await ask<{ id: string }>('POST', '/invitations/accept', { body })
    expect(joined.status).toBe(201)
    const { id } = joined.body
    const cookie = sessionCookieOf(joined.reply)
    const { data } = (await ask<{ data: Passkey[] }>('GET', '/passkeys', { cookie })).body
    return { id, cookie, authenticator, passkeyId: data[0]?.id ?? '' }
  }

  const confirmed = async <T>(method: string, path: string, { cookie, authenticator, body = {} }: Confirming) => {
    const refused = await ask(method, path, { cookie, body })
    expect([refused.status, refused.body.error?.code]).toEqual([403, 'passkey_required'])
    const { options } = askedIn(refused)
    return ask<T>(method, path, { cookie, body: { ...body, proof: authenticator.sign(options) } })
  }
  const shown = async (path: string) => {
    const { subjectHash } = (await ask<{ subjectHash?: string }>('GET', path, { key: TEST_API_KEY })).body
    return subjectHash === undefined ? {} : { shown: subjectHash }
  }
  const email = async (personId: string) => (await test.purser.people.get(personId)).email

  const signInOptions = async () => (await ask<Options>('POST', '/sessions/passkey/options')).body.options
  const signIn = async (authenticator: SoftwareAuthenticator, twist: DishonestPasskeyValues = {}) =>
    ask<Session>('POST', '/sessions/passkey', { body: authenticator.sign(await signInOptions(), twist) })

  return { test, origin, ask, person, register, holder, confirmed, shown, email, signInOptions, signIn }
}
