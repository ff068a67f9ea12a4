import { Gauge, type Registry } from '@prometheus-io/client'
import type { ConnectionPoolUse } from '../../store/connection/pool-use.ts'
import { type GaugeMetric, nodeMetrics } from './metrics.ts'
import type { DatabaseState, WaitingInboxRequests } from './stored-state.ts'

/** Sources of the metrics about a node's present state, which are read with every request for metrics. */
export interface NodeStateSources {
  readonly stored: () => Promise<DatabaseState>
  readonly pools: () => readonly ConnectionPoolUse[]
  readonly eventStreams: () => number
}

/** The value of a gauge while the database does not answer. */
const UNKNOWN = -1

/** Registers the gauges of a node's state. The returned function sets them to the present state, and then resolves. */
export function nodeStateGauges(registry: Registry): (sources: NodeStateSources | null) => Promise<void> {
  const gauge = ({ name, help, labelNames = [], aggregator }: GaugeMetric) =>
    new Gauge({ name, help, labelNames, aggregator, registers: [registry] })
  const [up, writable] = [gauge(nodeMetrics.databaseUp), gauge(nodeMetrics.databaseWritable)]
  const [outboxPending, outboxOldest] = [gauge(nodeMetrics.outboxPending), gauge(nodeMetrics.outboxOldest)]
  const [waiting, oldest] = [gauge(nodeMetrics.approvalsWaiting), gauge(nodeMetrics.approvalsOldest)]
  const [verifyAge, verifyDifferences] = [gauge(nodeMetrics.verifyAge), gauge(nodeMetrics.verifyDifferences)]
  const lastBackup = gauge(nodeMetrics.lastBackup)
  const webhooks = gauge(nodeMetrics.webhooks)
  const eventStreams = gauge(nodeMetrics.eventStreams)
  const connections = gauge(nodeMetrics.connections)
  const [most, waitedFor] = [gauge(nodeMetrics.connectionsMost), gauge(nodeMetrics.connectionsWaiting)]

  const showWaiting = (kind: string, what: WaitingInboxRequests | null) => {
    waiting.set({ kind }, what?.count ?? UNKNOWN)
    oldest.set({ kind }, seconds(what?.oldestMs))
  }
  const showStored = (state: DatabaseState | null) => {
    up.set(state?.isUp === true ? 1 : 0)
    writable.set(state?.isWritable === true ? 1 : 0)
    outboxPending.set(state?.backlog?.pending ?? UNKNOWN)
    outboxOldest.set(seconds(state?.backlog?.oldestMs))
    for (const name of ['active', 'failing', 'disabled'] as const)
      webhooks.set({ state: name }, state?.webhooks?.[name] ?? UNKNOWN)
    showWaiting('intent', state?.intents ?? null)
    showWaiting('change_request', state?.changeRequests ?? null)
    verifyAge.set(seconds(state?.verification?.ageMs))
    verifyDifferences.set(state?.verification?.differences ?? UNKNOWN)
    lastBackup.set(seconds(state?.backedUpAt))
  }
  const showPools = (uses: readonly ConnectionPoolUse[]) => {
    for (const { name: pool, used, idle, waiting: callers, most: size } of uses) {
      connections.set({ pool, state: 'used' }, used)
      connections.set({ pool, state: 'idle' }, idle)
      most.set({ pool }, size)
      waitedFor.set({ pool }, callers)
    }
  }

  return async (sources) => {
    // The gauges of the connection pools are set first, because reading the state of the database uses a connection itself.
    showPools(sources?.pools() ?? [])
    eventStreams.set(sources?.eventStreams() ?? 0)
    showStored((await sources?.stored().catch(() => null)) ?? null)
  }
}

const seconds = (ms: number | null | undefined): number => (ms === null || ms === undefined ? UNKNOWN : ms / 1000)
