import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { eventually } from '../../../test/support/eventually.ts'
import { readNodeMetrics } from '../../../test/support/metrics-of.ts'
import { PURSER_ENTRY_FILE } from '../../../test/support/processes/purser-bundle.ts'
import { startPurser, type TestPurser } from '../../../test/support/processes/start-purser.ts'
import { startTestScript } from '../../../test/support/processes/test-process.ts'

const CARDS = 1000
const DEADLINE_MS = 120_000

let service: TestPurser
let folder: string

beforeAll(async () => {
  service = await startPurser()
  folder = mkdtempSync(join(tmpdir(), 'purser-apply-'))
  const cards = Array.from({ length: CARDS }, (_, index) => [
    `card-${index}`,
    { agent: `agent-${index % 10}`, label: `Card ${index}`, policy: 'small' },
  ])
  const agents = Array.from({ length: 10 }, (_, index) => [`agent-${index}`, { customer: 'acme' }])
  const file = {
    policies: { small: { limits: { perDay: 5000 } } },
    customers: { acme: { email: 'a@example.com' } },
    agents: Object.fromEntries(agents) as object,
    cards: Object.fromEntries(cards) as object,
  }
  writeFileSync(join(folder, 'purser.yaml'), stringify(file))
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
})

const start = (...flags: string[]) =>
  startTestScript(PURSER_ENTRY_FILE, ['apply', '-f', join(folder, 'purser.yaml'), '--yes', ...flags], {
    env: { PURSER_URL: service.baseUrl, PURSER_API_KEY: service.apiKey },
  })

/** How many requests of an operation the node has answered since it started. The numbers are at most a second old. */
async function answered(operation: string): Promise<number> {
  const text = await readNodeMetrics(service.baseUrl)
  const lines = [
    ...text.matchAll(new RegExp(`^purser_http_replies_total\\{operation="${operation}",[^}]*\\} (\\d+)$`, 'gm')),
  ]
  return lines.reduce((sum, [, count]) => sum + Number(count), 0)
}

async function allCards() {
  const cards = []
  for await (const card of service.purser.cards.list({ limit: 100 })) cards.push(card)
  return cards
}

it('an apply of a thousand cards goes on after each kill, makes none twice, and then changes nothing', async () => {
  for (const least of [40, 300]) {
    const killed = start()
    const isUnderWay = async () => (await answered('createCard')) > least
    await eventually(`${least} cards were made`, isUnderWay, DEADLINE_MS)
    killed.child.kill('SIGKILL')
    expect(await killed.ended).toBe('SIGKILL')
  }
  expect((await allCards()).length).toBeLessThan(CARDS)
  const last = start()
  expect(await last.ended).toBe(0)
  const names = (await allCards()).map(({ metadata }) => metadata?.['applyName'])
  expect(names).toHaveLength(CARDS)
  expect(new Set(names).size).toBe(CARDS)

  const before = await answered('listCards')
  const check = start('--check')
  expect(await check.ended).toBe(0)
  expect(check.stdout).toEqual([`Nothing to change; ${CARDS + 11} unchanged.`])
  await eventually('the pages were counted', async () => (await answered('listCards')) >= before + CARDS / 100)
  expect(await answered('listCards')).toBe(before + CARDS / 100) // a page of the API's list has a hundred cards
  expect(await answered('updateCard')).toBe(0)
})
