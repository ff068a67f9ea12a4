import type { ErrorReplyBody } from '../../../src/contract/errors.ts'
import type { Person, CallerSelf, Session } from '../../../src/contract/resources/people.ts'
import {
  type CompanyProvider,
  ProviderBrowser,
  startCompanyProvider,
} from '../../support/receivers/company-provider.ts'
import { startPurser, type TestPurser } from '../../support/processes/start-purser.ts'

export const PUBLIC_URL = 'https://purser.example.com'

export interface Answer<T> {
  readonly status: number
  readonly body: T & Partial<ErrorReplyBody>
  readonly reply: Response
}

interface Ask {
  readonly cookie?: string | undefined
  readonly key?: string
  readonly body?: unknown
}

/** What a browser has when it comes back from the provider. */
export interface CameBack {
  readonly query: string
  /** The cookie of the browser that began it. */
  readonly cookie: string
}

export interface ProviderRig {
  readonly test: TestPurser
  readonly provider: CompanyProvider
  ask<T = object>(method: string, path: string, ask?: Ask): Promise<Answer<T>>
  /** As far as the way back from the provider. */
  comeBack(subject: string, browser?: ProviderBrowser): Promise<CameBack>
  /** All of the way. */
  signIn(subject: string, browser?: ProviderBrowser): Promise<Answer<Session>>
  /** The session's cookie of somebody who signs in. */
  cookieOf(subject: string): Promise<string>
  self(cookie: string): Promise<Answer<CallerSelf>>
  people(): Promise<Person[]>
  stop(): Promise<void>
}

export const cookiePair = (reply: Response, name: string): string =>
  reply.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.split(';', 1)[0] ?? ''

/** A Purser whose people sign in at a real provider. */
export async function startProviderRig(env: Record<string, string> = {}): Promise<ProviderRig> {
  const provider = await startCompanyProvider({ redirectUris: [`${PUBLIC_URL}/sign-in/return`] })
  const test = await startPurser({ PURSER_TEST_CLOCK: 'true', ...provider.settings(PUBLIC_URL), ...env })
  const { origin } = new URL(test.baseUrl)

  const ask = async <T>(method: string, path: string, { cookie, key, body }: Ask = {}): Promise<Answer<T>> => {
    const reply = await fetch(`${test.baseUrl}${path}`, {
      method,
      headers: {
        origin,
        ...(cookie === undefined ? {} : { cookie }),
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: reply.status, body: (await reply.json()) as T & Partial<ErrorReplyBody>, reply }
  }
  const comeBack = async (subject: string, browser = new ProviderBrowser()): Promise<CameBack> => {
    const { body, reply } = await ask<{ url: string }>('POST', '/sessions/provider/options')
    const address = await browser.signIn(body.url, subject)
    return { query: address.search.slice(1), cookie: cookiePair(reply, '__Host-purser-provider') }
  }
  const signIn = async (subject: string, browser?: ProviderBrowser) => {
    const { query, cookie } = await comeBack(subject, browser)
    return ask<Session>('POST', '/sessions/provider', { cookie, body: { query } })
  }
  return {
    test,
    provider,
    ask,
    comeBack,
    signIn,
    cookieOf: async (subject) => cookiePair((await signIn(subject)).reply, '__Host-purser'),
    self: (cookie) => ask<CallerSelf>('GET', '/self', { cookie }),
    people: async () => (await test.purser.people.list({ limit: 100 })).data,
    stop: async () => {
      await test.stop()
      await provider.stop()
    },
  }
}
