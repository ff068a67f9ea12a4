import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MailSink, openMailSink } from '../support/receivers/mail-sink.ts'
import { newPerson } from '../support/records/some-person.ts'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'

const PUBLIC_URL = 'https://purser.example.com'

let mail: MailSink
let service: TestPurser
beforeAll(async () => {
  mail = await openMailSink()
  service = await startPurser({
    PURSER_TEST_CLOCK: 'true',
    PURSER_SMTP_URL: mail.url,
    PURSER_MAIL_FROM: 'Purser <purser@example.com>',
    PURSER_PUBLIC_URL: PUBLIC_URL,
  })
})
afterAll(async () => {
  await service.stop()
  await mail.close()
})

const to = (email: string) => mail.mails.filter((each) => each.to === email)

it('the other owners are told of a new owner by mail, and nobody else is', async () => {
  const [owner, viewer, added] = ['ada@example.com', 'hedy@example.com', 'dorothy@example.com']
  await newPerson(service, 'owner', owner)
  await newPerson(service, 'viewer', viewer)
  await newPerson(service, 'owner', added)
  await service.purser.testClock.advance({ seconds: 1 })
  const [told, ...more] = to(owner)
  expect(more).toEqual([])
  expect(told?.headers['subject']).toMatch(/ has another owner on Purser$/)
  expect(told?.text).toMatch(/^dorothy@example\[\.\]com \(dorothy@example\[\.\]com\) is an owner of .* since .* UTC\./)
  expect(told?.text).toContain(`${PUBLIC_URL}/settings?tab=people`)
  expect([to(viewer), to(added)]).toEqual([[], []])
})

it('a person who is made an owner is an event with both roles, and their other changes are none', async () => {
  const { id } = await newPerson(service, 'admin', 'grace@example.com')
  const { cookie } = await newPerson(service, 'owner', 'katherine@example.com')
  const headers = { cookie, origin: new URL(service.baseUrl).origin, 'content-type': 'application/json' }
  const change = (body: object) =>
    fetch(`${service.baseUrl}/people/${id}`, { method: 'PATCH', headers, body: JSON.stringify(body) })
  expect((await change({ role: 'owner' })).status).toBe(200)
  expect((await change({ name: 'Grace Hopper' })).status).toBe(200)
  const { data } = await service.purser.events.list({ type: 'person.role_changed', limit: 100 })
  const own = data.map((event) => event.data).filter((event) => event['personId'] === id)
  expect(own).toMatchObject([
    { role: 'owner', previousRole: 'admin', changedBy: expect.stringMatching(/^per_/) },
    { role: 'admin', changedBy: id },
  ])
  expect(own[1]).not.toHaveProperty('previousRole')
})
