import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Purser } from '../../src/sdk/client.ts'
import { verifyWebhook, type WebhookEvent } from '../../src/sdk/webhooks.ts'
import { startPurser, type TestPurser } from '../support/start-purser.ts'
import { openWebhookSink } from '../support/webhook-sink.ts'

const root = join(import.meta.dirname, '..', '..')
const execute = promisify(execFile)
const MONTH_MS = 30 * 86_400_000

let service: TestPurser
let folder: string
beforeAll(async () => {
  service = await startPurser({ PURSER_TEST_CLOCK: 'true' })
  folder = await mkdtemp(join(tmpdir(), 'purser-guide-'))
})
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true })
})

/** The one block of the guide that contains the text. */
function block(guide: string, language: string, text: string): string {
  const page = readFileSync(join(root, 'docs', 'guides', guide), 'utf8')
  const blocks = [...page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(([, code]) => code ?? '')
  const [found, ...others] = blocks.filter((code) => code.includes(text))
  if (found === undefined || others.length > 0) throw new Error(`${guide} needs one ${language} block with ${text}`)
  return found
}

/** What an example exports. */
async function load<T>(name: string, code: string): Promise<T> {
  const file = join(folder, name)
  const source = pathToFileURL(join(root, 'src', 'sdk', 'webhooks.ts')).href
  await writeFile(file, code.replace("'purser/webhooks'", JSON.stringify(source)))
  return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as T
}

it('a webhook verifies by the clock that signed it, and by no other', async () => {
  const { receiveInTest } = await load<{
    receiveInTest: (purser: Purser, request: Request, secret: string) => Promise<WebhookEvent>
  }>('webhook.ts', block('webhooks.md', 'ts', 'receiveInTest'))
  const { monthLater } = await load<{ monthLater: (purser: Purser) => Promise<string> }>(
    'month.ts',
    block('test-clock.md', 'ts', 'monthLater'),
  )
  const { purser } = service
  const receiver = await openWebhookSink()
  const { id, secret } = await purser.webhooks.create({ url: receiver.url, events: ['*'] })
  const { now: before } = await purser.testClock.get()
  expect(Date.parse(await monthLater(purser)) - Date.parse(before)).toBe(MONTH_MS)

  await purser.webhooks.test(id)
  const [delivery] = await receiver.received(1)
  const header = String(delivery?.headers['service-signature'])
  const payload = delivery?.body ?? ''
  const request = () =>
    new Request(receiver.url, { method: 'POST', headers: { 'service-signature': header }, body: payload })
  expect(await receiveInTest(purser, request(), secret)).toEqual(delivery?.event)
  expect(() => verifyWebhook({ payload, header, secret })).toThrow('its time lies ahead')
  await monthLater(purser)
  await expect(receiveInTest(purser, request(), secret)).rejects.toThrow('too old')
  await receiver.close()
})

it('the commands show the clock and move it', async () => {
  const [settings = '', ...commands] = block('test-clock.md', 'sh', 'purser clock').trim().split('\n')
  expect(settings).toBe('export PURSER_URL=http://127.0.0.1:8420/v1 PURSER_API_KEY=sk_...')
  const purser = `purser() { '${process.execPath}' '${join(root, 'src', 'cli', 'main.ts')}' "$@"; }`
  const env = { ...process.env, PURSER_URL: service.baseUrl, PURSER_API_KEY: service.apiKey }
  const { stdout } = await execute('sh', ['-ec', [purser, ...commands].join('\n')], { env, timeout: 30_000 })
  const [before = '', after = ''] = stdout.split('\n')
  expect(Date.parse(after) - Date.parse(before)).toBe(MONTH_MS)
})
