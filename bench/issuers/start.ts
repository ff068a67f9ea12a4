import { type LoadTestRequest, runLoadTest } from '../support/load.ts'
import { BENCH_API_KEY, type BenchNode } from '../support/stack.ts'
import { makeBenchCards, type IssuerRig } from './rig.ts'
import { printFigureAgainstTarget } from './print-against-target.ts'

const CONNECTIONS = 64
const CARDS = 100
const WARM_UP_SECONDS = 2
/**
 * The largest permitted factor by which an issuer raises a node's cost of an authorization. The rate is printed as well, but not checked,
 * because it depends on the load of a shared machine.
 */
const MOST_DEARER = 1.03

interface Measured {
  readonly startMs: number
  readonly perSecond: number
  /** The node's processor time per authorization, in microseconds. */
  readonly processorUs: number
}

/** Measures nodes without an issuer and with one, in turns: the time until they listen, and authorizations of Purser's own cards. */
export async function measureStartWithIssuer(
  rig: IssuerRig,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<void> {
  const cards = await makeBenchCards(rig.node.purser, CARDS, 'purser')
  const requests = cards.map((cardId) => ({ body: JSON.stringify({ cardId, amount: 1 }) }))
  const without: Measured[] = []
  const issuing: Measured[] = []
  const kinds = [
    { settings: {}, all: without },
    { settings: rig.settings, all: issuing },
  ]
  for (let round = 0; round <= rounds; round += 1) {
    for (const { settings, all } of round % 2 === 0 ? kinds : kinds.toReversed()) {
      const measured = await measureNode(rig, await startTimed(rig, settings), { requests, seconds })
      if (round > 0) all.push(measured) // the first round compiles its sources
    }
  }
  for (const [what, of, bar] of [
    ['listens after ms', 'startMs', {}],
    ['authorizations/s', 'perSecond', {}],
    ['processor time for each, us', 'processorUs', { most: MOST_DEARER, ofMachine: true }],
  ] as const) {
    const [one, other] = [median(without.map((each) => each[of])), median(issuing.map((each) => each[of]))]
    printFigureAgainstTarget(`a node without an issuer: ${what}`, one)
    printFigureAgainstTarget('  with Stripe', other)
    printFigureAgainstTarget('  ratio', other / one, bar)
  }
}

async function startTimed(
  { stack }: IssuerRig,
  settings: IssuerRig['settings'],
): Promise<{ node: BenchNode; startMs: number }> {
  const startedAt = performance.now()
  const node = await stack.startNode(settings)
  return { node, startMs: performance.now() - startedAt }
}

async function measureNode(
  { stack }: IssuerRig,
  { node, startMs }: { node: BenchNode; startMs: number },
  { requests, seconds }: { requests: readonly LoadTestRequest[]; seconds: number },
): Promise<Measured> {
  const headers = { authorization: `Bearer ${BENCH_API_KEY}` }
  const load = { urls: [`${node.baseUrl}/network/authorizations`], connections: CONNECTIONS, headers, requests }
  await runLoadTest({ ...load, seconds: WARM_UP_SECONDS })
  const before = await stack.processorTime(node)
  const { requestsPerSecond: perSecond, errors, non2xx } = await runLoadTest({ ...load, seconds })
  const after = await stack.processorTime(node)
  if (errors + non2xx > 0) process.exitCode = 1
  await node.stop()
  return { startMs, perSecond, processorUs: ((after.node - before.node) * 1e6) / (perSecond * seconds) }
}

const median = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[all.length >> 1] ?? 0
