import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startServerProcess } from '../../support/child.ts'
import { BENCH_API_KEY, type BenchStack } from '../../support/stack.ts'
import type { TenantFloodOptions } from './flood.ts'
import { costlyTenantFloods, type TenantFlood, tenantFloodsByOperation } from './floods.ts'
import { makeHostileTenant, type HostileTenantSizes } from './hostile-tenant.ts'
import { type InnocentTenantExperience, measureInnocentTenant, makeInnocentTenant } from './innocent.ts'

export interface TenantBenchOptions {
  readonly sizes: HostileTenantSizes
  readonly clients: number
  readonly seconds: number
  /** Texts of which a flood's name must contain one. Empty: all floods are measured. */
  readonly only: readonly string[]
  readonly seed: number
}

/** The most milliseconds that 99 of 100 purchases of the innocent tenant, and each answer about health, may take. */
const BAR_MS = 100
const PAUSE_MS = 500

/** Measures an innocent tenant beside each flood of a hostile one. Returns the names of the floods that break the bar. */
export async function measureTenantIsolation(stack: BenchStack, options: TenantBenchOptions): Promise<string[]> {
  const { sizes, seconds, only, seed } = options
  const node = await stack.startNode({ PURSER_RATE_LIMIT: 'on' })
  const { origin } = new URL(node.baseUrl)
  const hostile = await makeHostileTenant(stack, node.baseUrl, sizes)
  const innocent = await makeInnocentTenant(node.baseUrl, BENCH_API_KEY, node.purser)
  await measureInnocentTenant(innocent, seconds) // warms the node up
  const rows = [shown('nobody', await measureInnocentTenant(innocent, seconds * 2), {})]
  const isChosen = ({ name }: TenantFlood) => only.length === 0 || only.some((text) => name.includes(text))
  const floods = [...costlyTenantFloods(hostile), ...tenantFloodsByOperation(hostile, seed)].filter(isChosen)
  for (const flood of floods) {
    const { felt, replies } = await beside(flood, { origin, clients: options.clients }, () =>
      measureInnocentTenant(innocent, seconds),
    )
    rows.push(shown(flood.name, felt, replies))
  }
  console.table(rows)
  await node.stop()
  return rows
    .filter((row) => row['p99 ms'] > BAR_MS || row.refused > 0 || row['health ms'] > BAR_MS)
    .map((row) => row.beside)
}

const shown = (
  name: string,
  { purchases, refused, health }: InnocentTenantExperience,
  replies: Readonly<Record<string, number>>,
) => ({
  beside: name,
  'p50 ms': purchases.shown(0.5) ?? Infinity,
  'p99 ms': purchases.shown(0.99) ?? Infinity,
  refused,
  'health ms': health.shown(1) ?? Infinity,
  'it got': JSON.stringify(replies),
})

async function beside(
  { requests }: TenantFlood,
  flood: Omit<TenantFloodOptions, 'requests'>,
  measure: () => Promise<InnocentTenantExperience>,
): Promise<{ felt: InnocentTenantExperience; replies: Record<string, number> }> {
  const folder = await mkdtemp(join(tmpdir(), 'purser-flood-'))
  const file = join(folder, 'flood.json')
  await writeFile(file, JSON.stringify({ ...flood, requests }), { mode: 0o600 })
  const child = await startServerProcess('bench/strangers/tenants/flood.ts', [file])
  await delay(PAUSE_MS)
  const felt = await measure()
  const replies = await child.ask<Record<string, number>>('what did you get')
  await child.stop()
  await rm(folder, { recursive: true })
  return { felt, replies }
}
