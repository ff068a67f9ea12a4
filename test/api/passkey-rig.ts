import { expect } from 'vitest'
import type { ErrorBody } from '../../src/contract/errors.ts'
import type { Passkey } from '../../src/contract/passkeys.ts'
import type { PersonRole, Session } from '../../src/contract/people.ts'
import { SoftAuthenticator, type Twist } from '../support/soft-authenticator.ts'
import { newPerson } from '../support/some-person.ts'
import { startPurser, type TestPurser } from '../support/start-purser.ts'

interface Ask {
  readonly cookie?: string
  readonly key?: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
}
export interface Answer<T> {
  readonly status: number
  readonly body: T & Partial<ErrorBody>
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
  readonly authenticator: SoftAuthenticator
  readonly passkeyId: string
}

export interface PasskeyRig {
  readonly test: TestPurser
  readonly origin: string
  ask<T = unknown>(method: string, path: string, ask?: Ask): Promise<Answer<T>>
  person(role: PersonRole): ReturnType<typeof newPerson>
  register(cookie: string, twist?: Twist): Promise<{ authenticator: SoftAuthenticator; answer: Answer<Passkey> }>
  holder(role: PersonRole): Promise<Holder>
  signInOptions(): Promise<Options['options']>
  signIn(authenticator: SoftAuthenticator, twist?: Twist): Promise<Answer<Session>>
}

/** The service as browsers see it, with people and what is in their hands. */
export async function startPasskeyRig(): Promise<PasskeyRig> {
  const test = await startPurser({ PURSER_TEST_CLOCK: 'true' })
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
    return { status: reply.status, body: (await reply.json()) as T & Partial<ErrorBody>, reply }
  }

  let count = 0
  const person = (role: PersonRole) => newPerson(test, role, `holder-${(count += 1)}@example.com`)

  const register = async (cookie: string, twist: Twist = {}) => {
    const authenticator = new SoftAuthenticator(origin)
    const { options } = (await ask<Options>('POST', '/passkeys/options', { cookie })).body
    const body = { name: 'Laptop', ...authenticator.register(options, twist) }
    return { authenticator, answer: await ask<Passkey>('POST', '/passkeys', { cookie, body }) }
  }

  const holder = async (role: PersonRole) => {
    const { id, cookie } = await person(role)
    const { authenticator, answer } = await register(cookie)
    expect(answer.status).toBe(201)
    return { id, cookie, authenticator, passkeyId: answer.body.id }
  }

  const signInOptions = async () => (await ask<Options>('POST', '/sessions/passkey/options')).body.options
  const signIn = async (authenticator: SoftAuthenticator, twist: Twist = {}) =>
    ask<Session>('POST', '/sessions/passkey', { body: authenticator.sign(await signInOptions(), twist) })

  return { test, origin, ask, person, register, holder, signInOptions, signIn }
}
