/**
 * The long run: `node test/fuzz/run.ts --requests 200000 --seed 7`. It starts a Purser of its own as a process, so that
 * the memory that is watched is the service's alone. Exit code 1 for any fault, and where memory grows without an end.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { operations } from '../../src/contract/operations.ts'
import { baseUrlOf } from '../support/processes/base-url-of.ts'
import { PURSER_ENTRY_FILE } from '../support/processes/purser-bundle.ts'
import { startTestScript } from '../support/processes/test-process.ts'
import { fuzz, type FuzzResult } from './fuzz.ts'
import { readNodeMetrics } from '../support/metrics-of.ts'

const MIB = 1024 * 1024
const MOST_GROWTH = 1.3
/** So often the run says how far it is. */
const TELL_EVERY = 10_000

const { values } = parseArgs({ options: { requests: { type: 'string' }, seed: { type: 'string' } } })
const requests = Number(values.requests ?? 20_000)
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))

const folder = mkdtempSync(join(tmpdir(), 'purser-fuzz-'))
chmodSync(folder, 0o755) // PostgreSQL runs as another user where we are root
const adminKey = `sk_${'f'.repeat(40)}`
const env = {
  PURSER_DATA_DIR: folder,
  PORT: '0',
  PURSER_ADMIN_API_KEY: adminKey,
  PURSER_ALLOW_PRIVATE_WEBHOOKS: 'true',
  PURSER_LOG_LEVEL: 'error',
  NODE_OPTIONS: '--max-old-space-size=128', // with room to spare it would only put off its collections
}

console.log(`${requests} requests, seed ${seed}`)
const server = startTestScript(PURSER_ENTRY_FILE, ['start'], { env })
try {
  const baseUrl = await baseUrlOf(server)
  const account = startTestScript(PURSER_ENTRY_FILE, ['accounts', 'create', 'other'], { env })
  const foreignKey = await account.line((line) => line.startsWith('sk_'))
  await account.ended
  const memory = [await residentBytes(baseUrl)]
  const startedAt = performance.now()
  const result = await fuzz({
    baseUrl,
    adminKey,
    foreignKey,
    requests,
    seed,
    progress: async (done, faults) => {
      const bytes = await residentBytes(baseUrl)
      memory.push(bytes)
      if (done % TELL_EVERY === 0) console.log(`${done} sent, ${faults} faults, ${mib(bytes)} MiB`)
    },
  })
  report(result, memory, performance.now() - startedAt)
} finally {
  server.child.kill('SIGTERM')
  await server.ended
  rmSync(folder, { recursive: true, force: true })
}

async function residentBytes(baseUrl: string): Promise<number> {
  const text = await readNodeMetrics(baseUrl, adminKey)
  return Number(/^process_resident_memory_bytes (\d+)/m.exec(text)?.[1])
}

function report({ statuses, replies, faults }: FuzzResult, memory: readonly number[], tookMs: number): void {
  for (const [name, counts] of Object.entries(replies)) console.log(name, JSON.stringify(counts))
  const never = Object.keys(operations).filter((name) => !Object.keys(replies[name] ?? {}).some(isSuccess))
  const codes = new Set(
    Object.values(replies)
      .flatMap(Object.keys)
      .filter((code) => !isSuccess(code)),
  )
  console.log(`statuses: ${JSON.stringify(statuses)}`)
  console.log(`error codes seen: ${codes.size}; operations that never succeeded: ${never.join(', ') || 'none'}`)
  const [first = 0, middle = 0, last = 0] = [memory[1], memory[Math.ceil(memory.length / 2)], memory.at(-1)]
  console.log(
    `resident memory, MiB: start ${mib(memory[0])}, warm ${mib(first)}, middle ${mib(middle)}, end ${mib(last)}`,
  )
  console.log(`${Math.round(tookMs / 1000)} s, ${faults.length} faults`)
  for (const fault of faults) console.error(`\n${fault}`)
  for (const line of server.stderr.slice(0, 20)) console.error(line)
  if (faults.length > 0 || last > middle * MOST_GROWTH) process.exitCode = 1
}

function isSuccess(outcome: string): boolean {
  return outcome.startsWith('2')
}

function mib(bytes: number | undefined): number {
  return Math.round((bytes ?? 0) / MIB)
}
