import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyWebhook } from '../../clients/typescript/src/webhooks.ts'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'
import { openWebhookSink } from '../support/receivers/webhook-sink.ts'

const MONTH_SECONDS = 30 * 86_400

let service: TestPurser
beforeAll(async () => {
  service = await startPurser({ PURSER_TEST_CLOCK: 'true' })
})
afterAll(() => service.stop())

it('a webhook verifies by the clock that signed it, and by no other', async () => {
  const { purser } = service
  const receiver = await openWebhookSink()
  const { id, secret } = await purser.webhooks.create({ url: receiver.url, events: ['*'] })
  const { now } = await purser.testClock.advance({ seconds: MONTH_SECONDS })

  await purser.webhooks.test(id)
  const [delivery] = await receiver.received(1)
  const signed = { payload: delivery?.body ?? '', header: String(delivery?.headers['service-signature']), secret }
  expect(await verifyWebhook({ ...signed, now: new Date(now) })).toEqual(delivery?.event)
  await expect(verifyWebhook(signed)).rejects.toThrow('its time lies ahead')
  const later = await purser.testClock.advance({ seconds: MONTH_SECONDS })
  await expect(verifyWebhook({ ...signed, now: new Date(later.now) })).rejects.toThrow('too old')
  await receiver.close()
})
