import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Holder, type Options, startPasskeyRig, type PasskeyRig } from '../people/passkey-rig.ts'

let rig: PasskeyRig
beforeAll(async () => {
  rig = await startPasskeyRig()
})
afterAll(() => rig.test.stop())

const REASON = 'The key is revoked'
const stop = () => rig.ask('POST', '/account/stop', { key: rig.test.apiKey, body: { reason: 'A leaked key' } })
const resume = (cookie: string, proof?: object, reason = REASON) =>
  rig.ask<{ stopped?: object }>('POST', '/account/resume', { cookie, body: { reason, ...(proof && { proof }) } })
const sign = async ({ cookie, authenticator }: Holder) => {
  const body = { reason: REASON }
  const { options } = (await rig.ask<Options>('POST', '/account/resume-options', { cookie, body })).body
  return authenticator.sign(options)
}

it('resumes for a person who has a passkey only with a proof of this stop and this reason, once', async () => {
  await stop()
  const admin = await rig.holder('admin')
  const { status, body } = await resume(admin.cookie)
  expect([status, body.error?.code]).toEqual([403, 'passkey_required'])
  const other = await resume(admin.cookie, await sign(admin), 'Something else')
  expect([other.status, other.body.error?.code]).toEqual([403, 'passkey_refused'])

  const old = await sign(admin)
  const resumed = await resume(admin.cookie, await sign(admin))
  expect([resumed.status, resumed.body.stopped]).toEqual([200, undefined])
  await rig.ask('POST', '/test-clock/advance', { key: rig.test.apiKey, body: { seconds: 1 } })
  await stop()
  expect((await resume(admin.cookie, old)).body.error?.code).toBe('passkey_refused')
  expect((await resume(admin.cookie, await sign(admin))).status).toBe(200)
})

it('resumes without one for a person who has no passkey', async () => {
  await stop()
  const { cookie } = await rig.person('admin')
  expect((await resume(cookie)).status).toBe(200)
})
