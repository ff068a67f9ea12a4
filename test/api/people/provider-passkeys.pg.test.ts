import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Passkey } from '../../../src/contract/resources/passkeys.ts'
import { ProviderBrowser } from '../../support/receivers/company-provider.ts'
import { SoftwareAuthenticator } from '../../support/soft-authenticator.ts'
import { sessionCookieOf, newInvitation, newPerson, TEST_PASSWORD } from '../../support/records/some-person.ts'
import type { Options } from './passkey-rig.ts'
import { cookiePair, type ProviderRig, PUBLIC_URL, startProviderRig } from './provider-rig.ts'

let rig: ProviderRig
let cardId: string
beforeAll(async () => {
  rig = await startProviderRig()
  const { purser, database } = rig.test
  const { id: customerId } = await purser.customers.create({ email: 'buyer@example.com' })
  cardId = (await purser.cards.create({ customerId, policy: { requireApproval: true } })).id
  await database.pool.query('update accounts set approval_passkey_above = 10000')
})
afterAll(() => rig.stop())

let count = 0
/** Somebody who has signed in at the provider, in a browser that the provider knows from then on. */
async function signedIn(groups: readonly string[] = ['approvers']) {
  const subject = `holder-${(count += 1)}`
  rig.provider.people.set(subject, { email: `${subject}@example.com`, email_verified: true, groups })
  const browser = new ProviderBrowser()
  const { body, reply } = await rig.signIn(subject, browser)
  return { subject, browser, personId: body.personId, cookie: cookiePair(reply, '__Host-purser') }
}

/** Goes to the provider from within a session, and comes back with what ends it. */
async function goneAndBack(path: string, cookie: string, { as, body }: { as: string; body?: object }) {
  const begun = await rig.ask<{ url: string }>('POST', path, { cookie, ...(body && { body }) })
  const { url } = begun.body
  const address = begun.status === 201 ? await new ProviderBrowser().signIn(url, as) : new URL(PUBLIC_URL)
  const cookies = `${cookie}; ${cookiePair(begun.reply, '__Host-purser-provider')}`
  const query = address.search.slice(1)
  return {
    begun,
    url,
    end: (by = cookies) =>
      rig.ask<{ confirmation?: string; connected: boolean }>('POST', '/self/provider', { cookie: by, body: { query } }),
  }
}
const confirmationOf = async (cookie: string, as: string) =>
  (await (await goneAndBack('/self/provider/options', cookie, { as })).end()).body

async function addPasskey(cookie: string, more: object) {
  const authenticator = new SoftwareAuthenticator(PUBLIC_URL)
  const { options } = (await rig.ask<Options>('POST', '/passkeys/options', { cookie })).body
  const body = { name: 'Laptop', ...authenticator.register(options), ...more }
  return { authenticator, answer: await rig.ask<Passkey>('POST', '/passkeys', { cookie, body }) }
}

/** What becomes of an approval above the amount of the account. */
async function approve(cookie: string, authenticator?: SoftwareAuthenticator) {
  const { id } = await rig.test.purser.intents.declare(cardId, { purpose: 'A press', expectedAmount: 90_000 })
  const path = `/intents/${id}`
  const asked = await rig.ask<Options>('POST', `${path}/approval-options`, { cookie, body: { decision: 'approve' } })
  const proof = authenticator?.sign(asked.body.options)
  const { subjectHash: shown } = await rig.test.purser.intents.get(id)
  const { status, body } = await rig.ask('POST', `${path}/approve`, {
    cookie,
    body: { shown, ...(proof && { proof }) },
  })
  return status === 200 ? 'approved' : body.error?.code
}

const errorOf = ({ body }: { body: { error?: { code: string; details?: { reason?: string } } } }) =>
  [body.error?.code, body.error?.details?.reason].filter(Boolean)

describe('a person of the provider', () => {
  it('approves above the amount by a passkey alone, whose first one a sign-in anew at the provider makes', async () => {
    const { cookie, subject } = await signedIn()
    expect(await approve(cookie)).toBe('passkey_required')
    expect(errorOf((await addPasskey(cookie, {})).answer)).toEqual(['provider_required'])
    expect(errorOf((await addPasskey(cookie, { password: 'none' })).answer)).toEqual(['provider_required'])
    const { confirmation } = await confirmationOf(cookie, subject)
    const { authenticator, answer } = await addPasskey(cookie, { confirmation })
    expect(answer.body).toMatchObject({ status: 'waiting' })
    expect(await approve(cookie, authenticator)).toBe('passkey_refused')
    const again = await addPasskey(cookie, { confirmation })
    expect(errorOf(again.answer)).toEqual(['provider_sign_in_refused', 'sign_in_unknown'])
    await rig.test.purser.testClock.advance({ seconds: 24 * 3600 })
    const later = cookiePair((await rig.signIn(subject)).reply, '__Host-purser')
    expect(await approve(later, authenticator)).toBe('approved')
  })

  it('has to show who they are since they were sent there: an older sign-in of the browser is none', async () => {
    const { cookie, subject } = await signedIn()
    const { url, end } = await goneAndBack('/self/provider/options', cookie, { as: subject })
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({ prompt: 'login', max_age: '0' })
    const old = Math.floor(Date.now() / 1000) - 3600
    for (const auth_time of [old, undefined]) {
      rig.provider.lie((claims) => ({ ...claims, auth_time }))
      expect(errorOf(await (await goneAndBack('/self/provider/options', cookie, { as: subject })).end())).toEqual([
        'provider_sign_in_refused',
        'answer_invalid',
      ])
      rig.provider.lie(null)
    }
    expect((await end()).body.connected).toBe(true)
  })

  it('is confirmed by nobody else, in no other session, and for five minutes', async () => {
    const one = await signedIn()
    const other = await signedIn()
    const asOther = await goneAndBack('/self/provider/options', one.cookie, { as: other.subject })
    expect(errorOf(await asOther.end())).toEqual(['provider_sign_in_refused', 'another_person'])
    const elsewhere = await goneAndBack('/self/provider/options', one.cookie, { as: one.subject })
    const cookie = `${other.cookie}; ${cookiePair(elsewhere.begun.reply, '__Host-purser-provider')}`
    expect(errorOf(await elsewhere.end(cookie))).toEqual(['provider_sign_in_refused', 'another_person'])
    const { confirmation } = await confirmationOf(one.cookie, one.subject)
    const stolen = await addPasskey(other.cookie, { confirmation })
    expect(errorOf(stolen.answer)).toEqual(['provider_sign_in_refused', 'sign_in_unknown'])
    const late = await confirmationOf(one.cookie, one.subject)
    await rig.test.purser.testClock.advance({ seconds: 300 })
    const { answer } = await addPasskey(one.cookie, { confirmation: late.confirmation })
    expect(errorOf(answer)).toEqual(['provider_sign_in_refused', 'sign_in_unknown'])
  })

  it('does not sign in by a passkey, which knows nothing of the groups', async () => {
    const { cookie, subject } = await signedIn()
    const { confirmation } = await confirmationOf(cookie, subject)
    const { authenticator } = await addPasskey(cookie, { confirmation })
    const { options } = (await rig.ask<Options>('POST', '/sessions/passkey/options')).body
    const refused = await rig.ask('POST', '/sessions/passkey', { body: authenticator.sign(options) })
    expect(errorOf(refused)).toEqual(['provider_required'])
    expect(refused.reply.headers.getSetCookie()).toEqual([])
  })

  it('ends no sign-in with what was begun in a session, nor the other way round', async () => {
    const { cookie, subject, browser } = await signedIn()
    const begun = await rig.ask<{ url: string }>('POST', '/self/provider/options', { cookie })
    const address = await browser.signIn(begun.body.url, subject)
    const crossed = await rig.ask('POST', '/sessions/provider', {
      cookie: cookiePair(begun.reply, '__Host-purser-provider'),
      body: { query: address.search.slice(1) },
    })
    expect(errorOf(crossed)).toEqual(['provider_sign_in_refused', 'sign_in_unknown'])
    const came = await rig.comeBack(subject)
    const other = await rig.ask('POST', '/self/provider', {
      cookie: `${cookie}; ${came.cookie}`,
      body: { query: came.query },
    })
    expect(errorOf(other)).toEqual(['provider_sign_in_refused', 'sign_in_unknown'])
  })
})

describe('a person with a password', () => {
  const connecting = (cookie: string, as: string, body: object = { password: TEST_PASSWORD }) =>
    goneAndBack('/self/provider/connect', cookie, { as, body })

  it('connects themselves with the provider by their password: from then on it says who they are', async () => {
    const email = 'katherine@example.com'
    const { id, cookie } = await newPerson(rig.test, 'admin', email)
    const other = sessionCookieOf(
      (await rig.ask('POST', '/sessions', { body: { email, password: TEST_PASSWORD } })).reply,
    )
    rig.provider.people.set('katherine', { email, email_verified: true, groups: ['approvers'] })
    expect(errorOf(await rig.signIn('katherine'))).toEqual(['person_exists'])
    expect(errorOf((await connecting(cookie, 'katherine', {})).begun)).toEqual(['invalid_request', 'parameter_missing'])
    const wrong = await connecting(cookie, 'katherine', { password: 'wrong words here' })
    expect(errorOf(wrong.begun)).toEqual(['sign_in_failed'])
    expect((await (await connecting(cookie, 'katherine')).end()).body).toEqual({ connected: true })
    expect((await rig.self(cookie)).body).toMatchObject({ id, personRole: 'approver', signsInBy: 'provider' })
    expect((await rig.self(other)).status).toBe(401)
    expect((await rig.signIn('katherine')).body.personId).toBe(id)
    expect((await rig.ask('POST', '/sessions', { body: { email, password: TEST_PASSWORD } })).status).toBe(401)
    expect(errorOf((await connecting(cookie, 'katherine')).begun)).toEqual(['person_exists'])
  })

  it('needs a passkey for it where one of theirs confirms', async () => {
    const { secret } = await newInvitation(rig.test, 'viewer', 'with-passkey@example.com')
    const authenticator = new SoftwareAuthenticator(PUBLIC_URL)
    const { options } = (await rig.ask<Options>('POST', '/invitations/passkey-options', { body: { secret } })).body
    const passkey = { name: 'Laptop', ...authenticator.register(options) }
    const body = { secret, name: 'Dorothy', password: TEST_PASSWORD, passkey }
    const cookie = sessionCookieOf((await rig.ask('POST', '/invitations/accept', { body })).reply)
    rig.provider.people.set('dorothy', { email: 'dorothy@example.com', email_verified: true, groups: ['everyone'] })
    const refused = (await connecting(cookie, 'dorothy')).begun
    expect(errorOf(refused)).toEqual(['passkey_required'])
    const { options: asked } = (refused.body.error as unknown as { details: Options }).details
    const proven = await connecting(cookie, 'dorothy', { proof: authenticator.sign(asked) })
    expect((await proven.end()).body).toEqual({ connected: true })
  })

  it('connects with nobody else’s account, without a role with none, and stays the last owner', async () => {
    const taken = await signedIn()
    const { cookie } = await newPerson(rig.test, 'owner', 'last@example.com')
    expect(errorOf(await (await connecting(cookie, taken.subject)).end())).toEqual(['last_owner'])
    rig.provider.people.set('chess', { email: 'chess@example.com', email_verified: true, groups: ['chess'] })
    expect(errorOf(await (await connecting(cookie, 'chess')).end())).toEqual(['provider_sign_in_refused', 'no_role'])
    const viewer = await newPerson(rig.test, 'viewer', 'another@example.com')
    expect(errorOf(await (await connecting(viewer.cookie, taken.subject)).end())).toEqual(['person_exists'])
    expect((await rig.self(cookie)).body).toMatchObject({ personRole: 'owner', signsInBy: 'password' })
  })

  it('confirms nothing at the provider, nor does an API key', async () => {
    const { cookie } = await newPerson(rig.test, 'viewer', 'no-provider@example.com')
    expect(errorOf(await rig.ask('POST', '/self/provider/options', { cookie }))).toEqual(['provider_not_set_up'])
    const key = rig.test.apiKey
    expect(errorOf(await rig.ask('POST', '/self/provider/options', { key }))).toEqual(['person_required'])
    expect(errorOf(await rig.ask('POST', '/self/provider/connect', { key }))).toEqual(['person_required'])
  })
})
