import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually, TEST_CONDITION_WAIT_MS } from '../support/eventually.ts'
import { findExecutable } from '../support/executables.ts'
import type { TestNeed } from '../support/needs.ts'
import { freePort } from '../support/receivers/free-port.ts'
import { startTestCommand } from '../support/processes/test-process.ts'

const executable = findExecutable('prometheus')
export const prometheusServer: TestNeed = {
  tested: 'metrics',
  takes: 'prometheus',
  isMet: executable !== undefined,
}

interface Sample {
  readonly metric: Readonly<Record<string, string>>
  readonly value: readonly [number, string]
}
interface Rule {
  readonly name: string
  readonly health: string
  readonly lastError?: string
  readonly state: string
}

/** A real Prometheus that reads the nodes' metrics and evaluates the rules. */
export interface Prometheus {
  query(expr: string): Promise<readonly Sample[]>
  rules(): Promise<readonly Rule[]>
  /** The names of the alerts that fire. */
  firing(): Promise<readonly string[]>
  stop(): Promise<void>
}

export interface PrometheusOptions {
  /** How Prometheus finds the nodes, as in its configuration: `static_configs` or `file_sd_configs`. */
  readonly discovery: Readonly<Record<string, unknown>>
  /** The key by which the nodes let it read their metrics. */
  readonly apiKey: string
  readonly rulesFile: string
  /** How often it reads metrics, in seconds, and so how long a node may take to show them. */
  readonly everySeconds?: number
}

export async function startPrometheus({
  discovery,
  apiKey,
  rulesFile,
  everySeconds = 1,
}: PrometheusOptions): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'purser-prometheus-'))
  const config = {
    global: { scrape_interval: `${everySeconds}s`, evaluation_interval: '1s' },
    rule_files: [rulesFile],
    scrape_configs: [
      {
        job_name: 'purser',
        authorization: { credentials: apiKey },
        ...discovery,
      },
    ],
  }
  const file = join(folder, 'prometheus.yaml')
  writeFileSync(file, JSON.stringify(config))
  const address = `127.0.0.1:${await freePort()}`
  const { child, ended, stderr } = startTestCommand(executable ?? '', [
    `--config.file=${file}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=${address}`,
  ])
  const ask = async <T>(path: string): Promise<T> => {
    const reply = await fetch(`http://${address}/api/v1/${path}`, {
      signal: AbortSignal.timeout(TEST_CONDITION_WAIT_MS),
    })
    const { status, data, error } = (await reply.json()) as { status: string; data: T; error?: string }
    if (status !== 'success') throw new Error(`${path}: ${error}`)
    return data
  }
  const query = async (expr: string) =>
    (await ask<{ result: readonly Sample[] }>(`query?query=${encodeURIComponent(expr)}`)).result
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  const isUp = async () => (await query('up').catch(() => [])).some(({ value }) => value[1] === '1')
  await eventually('Prometheus has scraped a node', isUp).catch(async (error: Error) => {
    await stop()
    throw new Error(`${error.message}\n${stderr.join('\n')}`)
  })
  return {
    query,
    firing: async () => {
      const { alerts } = await ask<{ alerts: { labels: Record<string, string>; state: string }[] }>('alerts')
      return alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels['alertname'] ?? '')
    },
    rules: async () => (await ask<{ groups: { rules: Rule[] }[] }>('rules')).groups.flatMap(({ rules }) => rules),
    stop,
  }
}
