import { join } from 'node:path'
import { freePort } from '../../../test/support/receivers/free-port.ts'
import { startTestCommand, type TestProcess } from '../../../test/support/processes/test-process.ts'

export const NIGHT_API_KEY = `sk_${'night'.repeat(8)}`
export const NIGHT_MASTER_KEY = Buffer.alloc(32, 9).toString('base64')
const ROOT = join(import.meta.dirname, '..', '..', '..')
const HOOK = new URL('../../../test/support/processes/jumping-clock.mjs', import.meta.url).href
/** How far `setClockWrong` sets a node's clock ahead: further than a node accepts. */
const JUMP_MS = 30_000
/** How long a node may take to start: long, because the machine is busy. */
const START_MS = 180_000

/** A port at which a node runs, or none. */
export interface NodePort {
  readonly origin: string
  readonly host: string
  /** Starts a node of this checkout, or of another one, and waits until it is ready. */
  start(checkout?: string): Promise<void>
  /** Stops the node by SIGTERM: it drains, and ends by itself. */
  stop(): Promise<void>
  kill(): Promise<void>
  /** Sets the node's clock ahead. The next call sets it right again. */
  setClockWrong(): void
  /** The log lines of all processes of the node. */
  log(): readonly string[]
}

export async function makeNodePort(databaseUrl: string): Promise<NodePort> {
  const port = await freePort()
  const host = `127.0.0.1:${port}`
  const processes: TestProcess[] = []
  const running = () => processes.at(-1)
  const end = async (signal: NodeJS.Signals) => {
    running()?.child.kill(signal)
    await running()?.ended
  }
  return {
    host,
    origin: `http://${host}`,
    start: async (checkout) => {
      const started = startTestCommand(
        process.execPath,
        [...OPTIONS, join(checkout ?? ROOT, 'src/cli/main.ts'), 'start'],
        {
          cwd: checkout ?? ROOT,
          env: { ...nightNodeSettings(databaseUrl), PORT: port, ...(checkout === undefined ? CLOCK : {}) },
        },
      )
      processes.push(started)
      const late = setTimeout(() => started.child.kill('SIGKILL'), START_MS)
      await started.line((line) => line.startsWith('Purser listens on ')).finally(() => clearTimeout(late))
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    setClockWrong: () => void running()?.child.kill('SIGUSR2'),
    log: () => processes.flatMap(({ stderr }) => stderr),
  }
}

/** The options of Node.js with which `npm start` runs a node. */
const OPTIONS = ['--disable-sigusr1', '--max-semi-space-size=64']
const CLOCK = { NODE_OPTIONS: `--import ${HOOK}`, JUMP_MS: String(JUMP_MS) }

/** The settings of a node, and of the commands that work on its database. */
export const nightNodeSettings = (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  PURSER_MASTER_KEY: NIGHT_MASTER_KEY,
  PURSER_ADMIN_API_KEY: NIGHT_API_KEY,
  PURSER_ALLOW_PRIVATE_WEBHOOKS: 'true',
  PURSER_RATE_LIMIT: 'off',
  PURSER_DRAIN_SECONDS: '3',
})

/** Runs a command of Purser to its end. Resolves with the JSON that it prints. */
export async function runPurser(words: readonly string[], databaseUrl: string): Promise<Record<string, unknown>> {
  const { ended, stdout, stderr } = startTestCommand(
    process.execPath,
    [join(ROOT, 'src/cli/main.ts'), ...words, '--json'],
    { env: nightNodeSettings(databaseUrl) },
  )
  const code = await ended
  if (code !== 0) throw new Error(`purser ${words.join(' ')} ended with ${code}:\n${stderr.join('\n')}`)
  return JSON.parse(stdout.join('\n')) as Record<string, unknown>
}
