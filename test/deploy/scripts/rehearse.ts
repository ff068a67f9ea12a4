/**
 * The Dockerfile and compose.yaml without an engine: `node test/deploy/scripts/rehearse.ts` runs the steps of the image in a clean folder,
 * then what compose starts, and uses it. It needs psql; with HAProxy installed the proxy is a part of it. Exits 1 where anything is
 * not as it should be.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, fetch as fetchBy } from 'undici'
import { Purser } from '../../../clients/typescript/src/client.ts'
import { eventually } from '../../support/eventually.ts'
import { buildImage, type Image } from '../build-image.ts'
import { isolation, startContainer } from '../container.ts'
import { openRehearsal, type Rehearsal, ROOT, type RunningNode } from '../rehearsal.ts'

const PURCHASES = 200
/** Beyond it an engine kills: `stop_grace_period` of compose. */
const GRACE_SECONDS = 20

const folder = mkdtempSync(join(tmpdir(), 'purser-image-'))
chmodSync(folder, 0o755) // the user of the image is somebody else
const expect = (fact: boolean, sentence: string): void => {
  console.log(`${fact ? 'yes ' : 'NO  '} ${sentence}`)
  if (!fact) process.exitCode = 1
}

try {
  const image = buildImage({
    context: ROOT,
    folder,
    onStep: (stage, { keyword, text }, seconds) => {
      if (keyword === 'RUN') console.log(`${stage}: ${keyword} ${text}: ${seconds.toFixed(1)} s`)
    },
  })
  console.log(`${sizeOf(join(image.root, image.workdir))} beside the base image`)
  console.log(isolation)
  await refusesToStartAlone(image)
  const rehearsal = await openRehearsal(image, folder)
  try {
    await rehearse(rehearsal)
  } finally {
    await rehearsal.close()
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function refusesToStartAlone(image: Image): Promise<void> {
  const alone = startContainer(image, { env: {} })
  expect(
    (await alone.ended) === 2,
    `without a database it ends with 2: ${alone.stderr.find((line) => line.startsWith('purser:'))}`,
  )
}

async function rehearse(rehearsal: Rehearsal): Promise<void> {
  expect((await rehearsal.prepareDatabase()).startsWith('Migrated:'), 'the owner of the tables migrates')
  expect((await rehearsal.prepareDatabase()).includes('up to date'), 'a second start finds the database up to date')
  const nodes = await Promise.all([rehearsal.startNode(), rehearsal.startNode()])
  expect(true, 'two nodes start, and their health check passes')
  const warnings = nodes.flatMap(({ process }) => process.stderr).filter((line) => /"level":[4-6]0/.test(line))
  expect(warnings.length === 0, `nothing is warned of: ${warnings.join(' ') || 'right'}`)
  const proxy = await rehearsal.startProxy(nodes)
  if (proxy === null) console.log('HAProxy is not installed here: purchases go to the nodes themselves')
  const baseUrls = proxy === null ? nodes.map(({ port }) => `http://127.0.0.1:${port}/v1`) : [proxy.url]
  const dispatcher = new Agent(proxy === null ? {} : { connect: { ca: proxy.certificate } })
  const fetch = ((url: string, init: object) =>
    fetchBy(url, { ...init, dispatcher })) as unknown as typeof globalThis.fetch
  const clients = baseUrls.map(
    (baseUrl) => new Purser({ baseUrl, apiKey: rehearsal.adminApiKey, fetch, maxRetries: 0 }),
  )
  if (proxy !== null) await eventually('the proxy is ready', () => isReady(fetch, proxy.url))
  if (proxy !== null) await callerIsKnown(clients[0] as Purser, { baseUrl: proxy.url, fetch })
  await purchases(clients, nodes, proxy !== null)
  await dispatcher.close()
}

async function isReady(ask: typeof fetch, url: string): Promise<boolean> {
  return ask(url.replace('/v1', '/readyz')).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** By a key that is bound to the caller's address, which the node has from the proxy alone. */
async function callerIsKnown(purser: Purser, where: { baseUrl: string; fetch: typeof fetch }): Promise<void> {
  const answers = await Promise.all(
    ['127.0.0.1', '203.0.113.9'].map(async (address) => {
      const { secret } = await purser.apiKeys.create({
        name: address,
        role: 'read',
        allowedAddresses: [`${address}/32`],
      })
      const bound = new Purser({ ...where, apiKey: secret })
      return bound.cards.list().then(
        () => 'taken',
        (error: { code?: string }) => error.code,
      )
    }),
  )
  expect(answers.join() === 'taken,address_not_allowed', `the proxy tells who asks: ${answers.join(', ')}`)
}

/** Purchases go on while one node is stopped, then the other is. */
async function purchases(clients: readonly Purser[], nodes: readonly RunningNode[], behindProxy: boolean) {
  const [first, second] = nodes as [RunningNode, RunningNode]
  const purser = clients[0] as Purser
  const { id: customerId } = await purser.customers.create({ email: 'ada@example.com' })
  const { id: cardId } = await purser.cards.create({ customerId, policy: { limits: { perDay: PURCHASES * 100 } } })
  let stop: ReturnType<RunningNode['stop']> | undefined
  const decisions: string[] = []
  for (let n = 0; n <= PURCHASES; n += 1) {
    if (behindProxy && n === PURCHASES / 2) stop = first.stop()
    const client = clients[n % clients.length] as Purser
    const { decision } = await client.network.authorize({ cardId, amount: 100, merchant: { name: 'Shop' } })
    decisions.push(decision)
  }
  const approved = decisions.filter((decision) => decision === 'approve').length
  expect(
    approved === PURCHASES && decisions.at(-1) === 'decline',
    `${approved} of ${decisions.length} purchases approved`,
  )
  for (const [name, stopping] of [
    ['first', stop ?? first.stop()],
    ['second', second.stop()],
  ] as const) {
    const { exit, seconds } = await stopping
    expect(exit === 0 && seconds < GRACE_SECONDS, `the ${name} node stops: exit ${exit} after ${seconds.toFixed(2)} s`)
  }
}

function sizeOf(path: string): string {
  return `${execFileSync('du', ['-sm', path], { encoding: 'utf8' }).split('\t')[0]} MB`
}
