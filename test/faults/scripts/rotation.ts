import { watch } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { withMigratedDatabase } from '../../../src/app/administration/borrowed-database.ts'
import { createLogger } from '../../../src/app/telemetry/logger.ts'
import { readSettings } from '../../../src/app/settings/read-settings.ts'
import { Purser } from '../../../clients/typescript/src/client.ts'
import { countMasterKeyUses } from '../../../src/store/numbers/master-key-use.ts'
import { type NodeProcess, startEmbeddedNode } from '../../support/processes/node-process.ts'
import { TEST_API_KEY } from '../../support/processes/start-node.ts'
import { PURSER_ENTRY_FILE } from '../../support/processes/purser-bundle.ts'
import { startTestScript, type TestProcess } from '../../support/processes/test-process.ts'
import { CardUse } from '../rotation-load.ts'

/**
 * `purser vault rotate` beside a service in use, killed three times and run again, first for the master key, then for
 * the hash key too: `node test/faults/scripts/rotation.ts 10000`. Then the older master keys are taken away, and every number
 * is read. Exits 1 where a request failed or a card was left under an older key.
 */
const CARDS = Number(process.argv[2] ?? 10_000)
/** Half of them are reads of a number. */
const REQUESTS_PER_SECOND = 200
/** The service goes on between two keys for so long after each kill. */
const BETWEEN_MS = 2000

const dataDirectory = await mkdtemp(join(tmpdir(), 'purser-rotation-'))
const keyFile = join(dataDirectory, 'master.key')
const settings = readSettings({ PURSER_DATA_DIR: dataDirectory })
const nodes: NodeProcess[] = []
const clientOf = ({ baseUrl }: { baseUrl: string }) => new Purser({ baseUrl, apiKey: TEST_API_KEY, maxRetries: 0 })

async function startNode(): Promise<NodeProcess> {
  const node = await startEmbeddedNode(dataDirectory, { PURSER_CREDENTIAL_READS_PER_HOUR: '1000000' })
  nodes.push(node)
  return node
}

async function stopNodes(): Promise<void> {
  for (const { process } of nodes) process.child.kill('SIGTERM')
  await Promise.all(nodes.map(({ process }) => process.ended))
}

const rotate = (...flags: string[]) =>
  startTestScript(PURSER_ENTRY_FILE, ['vault', 'rotate', ...flags], { env: { PURSER_DATA_DIR: dataDirectory } })

/** Waits for the moment, which is given the chance to come before the process ends by itself. */
async function killAt(rotation: TestProcess, moment: (rotation: TestProcess) => Promise<void>): Promise<void> {
  await Promise.race([moment(rotation), rotation.ended])
  rotation.child.kill('SIGKILL')
  console.log({ ended: await rotation.ended, lastSaid: rotation.stderr.at(-1) ?? null, cardsByKey: await cardsByKey() })
  await delay(BETWEEN_MS)
}

const renewed = (cards: number) => (rotation: TestProcess) =>
  new Promise<void>((resolve) => {
    rotation.child.stderr?.on('data', (said: Buffer) => {
      const counts = [...said.toString().matchAll(/^(\d+) cards renewed/gm)].map(([, count]) => Number(count))
      if (counts.some((count) => count >= cards)) resolve()
    })
  })

const newMasterKey = () =>
  new Promise<void>((resolve) => {
    const watcher = watch(dataDirectory, (_event, name) => {
      if (name !== 'master.key') return
      watcher.close()
      resolve()
    })
  })

const cardsByKey = () =>
  withMigratedDatabase(settings, createLogger('error'), async ({ db }) => {
    const use = await countMasterKeyUses(db)
    return use.map(({ masterKeyId, hashKeyId, cards }) => `${cards} under ${masterKeyId}, found by ${hashKeyId}`)
  })

async function finish(rotation: TestProcess) {
  const code = await rotation.ended
  console.log({ ended: code, said: rotation.stdout, cardsByKey: await cardsByKey() })
  return code
}

async function main(): Promise<boolean> {
  const node = await startNode()
  const use = new CardUse(clientOf(node))
  const started = performance.now()
  await use.issue(CARDS)
  console.log(`${CARDS} cards issued in ${Math.round((performance.now() - started) / 1000)} s`, await cardsByKey())

  const load = use.start(REQUESTS_PER_SECOND)
  await delay(BETWEEN_MS)
  console.log('\nthe master key')
  await killAt(rotate(), newMasterKey)
  await killAt(rotate(), renewed(CARDS / 5))
  await killAt(rotate(), renewed(CARDS / 5))
  const master = await finish(rotate())
  console.log('\nthe master key and the hash key')
  await killAt(rotate('--hash-key'), renewed(CARDS / 5))
  await killAt(rotate('--hash-key'), renewed(CARDS / 5))
  await killAt(rotate('--hash-key'), renewed(CARDS / 5))
  const hash = await finish(rotate('--hash-key'))
  const { failures, ...report } = await load.stop()
  console.log('\nrequests meanwhile', { ...report, failed: failures.length })
  for (const failure of failures.slice(0, 10)) console.log(failure)

  await stopNodes()
  const [newest, ...older] = (await readFile(keyFile, 'utf8')).trim().split('\n')
  await writeFile(keyFile, `${newest}\n`)
  const alone = await startNode()
  const unread = await use.readAll(clientOf(alone))
  const keys = await cardsByKey()
  console.log('\nwith the new master key alone', {
    keysTakenAway: older.length,
    cards: use.cards.length,
    unread: unread.length,
    keys,
  })
  return master === 0 && hash === 0 && failures.length === 0 && unread.length === 0 && keys.length === 1
}

try {
  if (!(await main())) process.exitCode = 1
} finally {
  await stopNodes()
  await rm(dataDirectory, { recursive: true, force: true })
}
