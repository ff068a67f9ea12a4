import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { PersonRole } from '../../src/contract/resources/people.ts'
import { verifyDifferencesOf } from '../support/differences.ts'
import { type MailSink, openMailSink } from '../support/receivers/mail-sink.ts'
import { newPerson } from '../support/records/some-person.ts'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'
import { openWebhookSink, type WebhookSink } from '../support/receivers/webhook-sink.ts'

/** A stop of all spending and its end are told to every owner, and in Slack, whatever anybody has chosen. */
let mail: MailSink
let slack: WebhookSink
let service: TestPurser
let boss: Person
beforeAll(async () => {
  mail = await openMailSink()
  slack = await openWebhookSink()
  service = await startPurser({
    PURSER_TEST_CLOCK: 'true',
    PURSER_SMTP_URL: mail.url,
    PURSER_MAIL_FROM: 'Purser <purser@example.com>',
    PURSER_PUBLIC_URL: 'https://purser.example.com',
  })
  boss = await somebody('owner')
})
afterAll(async () => {
  await service.stop()
  await Promise.all([mail.close(), slack.close()])
})
afterEach(async () => {
  mail.answerWith(() => '250 taken')
  await resume()
  await service.purser.slack.update({ events: [], url: null })
  await settle()
})

interface Person {
  readonly id: string
  readonly email: string
  patch(path: string, body: object): Promise<number>
}

let count = 0
async function somebody(role: PersonRole, ...events: readonly string[]): Promise<Person> {
  const email = `${role}-${(count += 1)}@example.com`
  const { id, cookie } = await newPerson(service, role, email)
  const headers = { cookie, origin: new URL(service.baseUrl).origin, 'content-type': 'application/json' }
  const patch = async (path: string, body: object) =>
    (await fetch(service.baseUrl + path, { method: 'PATCH', headers, body: JSON.stringify(body) })).status
  if (events.length > 0) expect(await patch('/self/notifications', { events })).toBe(200)
  return { id, email, patch }
}

const stop = () => service.purser.account.stop({ reason: 'A leaked key' })
const resume = () => service.purser.account.resume({ reason: 'It is revoked' })
const settle = (seconds = 1) => service.purser.testClock.advance({ seconds })
const [STOPPED, RESUMED] = ['All spending is stopped', 'Spending is resumed']
/** The subjects of somebody's mails about stops. Owners get mails about each other, too. */
const subjects = ({ email }: Person) =>
  mail.mails
    .filter(({ to }) => to === email)
    .map(({ headers }) => headers['subject'])
    .filter((subject) => subject === STOPPED || subject === RESUMED)

it('mails every active owner, whatever they chose, and others who chose so; once each', async () => {
  const owners = [
    await somebody('owner'),
    await somebody('owner', 'webhook.disabled'),
    await somebody('owner', 'account.stopped', 'account.resumed'),
    await somebody('owner', 'account.resumed'),
  ]
  const approver = await somebody('approver', 'account.stopped')
  const others = [await somebody('admin'), await somebody('approver'), await somebody('viewer')]
  const disabled = await somebody('owner')
  expect(await boss.patch(`/people/${disabled.id}`, { status: 'disabled' })).toBe(200)
  await stop()
  await stop()
  await settle()
  await resume()
  await settle()
  expect(owners.map(subjects)).toEqual(owners.map(() => [STOPPED, RESUMED]))
  expect(subjects(approver)).toEqual([STOPPED])
  expect([...others, disabled].map(subjects)).toEqual([[], [], [], []])
  expect(mail.mails.find(({ to, headers }) => to === boss.email && headers['subject'] === STOPPED)?.text).toContain(
    'A leaked key',
  )
  expect(await verifyDifferencesOf(service.database)).toEqual([])
})

it('mails nobody who is no owner any more when it is sent', async () => {
  const [demoted, kept] = [await somebody('owner'), await somebody('owner')]
  mail.answerWith(() => '451 later')
  await stop()
  await settle()
  expect(await boss.patch(`/people/${demoted.id}`, { role: 'admin' })).toBe(200)
  mail.answerWith(() => '250 taken')
  await settle(5 * 60)
  expect([subjects(demoted), subjects(kept)]).toEqual([[], [STOPPED]])
})

it('posts in Slack where there is a URL, whatever was chosen for it', async () => {
  await service.purser.slack.update({ events: [], url: `http://127.0.0.1:${slack.port}/services/T000/B000/word` })
  await stop()
  await settle()
  await service.purser.slack.update({ events: ['account.resumed'] })
  await resume()
  await settle()
  await service.purser.slack.update({ url: null })
  await stop()
  await settle()
  const posted = slack.requests.map(({ body }) => (JSON.parse(body) as { text: string }).text)
  expect(posted).toEqual([expect.stringContaining('A leaked key'), expect.stringContaining('It is revoked')])
})

it('makes no mail where nobody has set up a mail server', async () => {
  const without = await service.secondNode({ PURSER_SMTP_URL: '', PURSER_MAIL_FROM: '' })
  const owner = await somebody('owner')
  await without.purser.account.stop({ reason: 'A drill' })
  await without.stop()
  await settle()
  expect(subjects(owner)).toEqual([])
})
