import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Purser } from '../../clients/typescript/src/client.ts'
import type { Reconciliation } from '../../src/contract/resources/reconciliation.ts'
import { startEmbeddedNode } from '../../test/support/processes/node-process.ts'
import { startTestScript } from '../../test/support/processes/test-process.ts'

/** The Purser that is tried with an issuer's sandbox. */
export interface SandboxCheckPurser {
  readonly client: Purser
  readonly baseUrl: string
  /** The Purser process that the sandbox check has started. Null: the Purser was already running, and only its API can be used. */
  readonly own: PausablePurser | null
  stop(): Promise<void>
}

export interface PausablePurser {
  /** Suspends the Purser process, so that it answers nothing until `goOn`. */
  pause(): void
  goOn(): void
  reconcile(): Promise<Reconciliation>
}

type Environment = Readonly<Record<string, string | undefined>>

/** The Purser at PURSER_URL with PURSER_API_KEY. Without these variables, starts one, with its own database unless DATABASE_URL is set. */
export async function purserForSandboxCheck(
  env: Environment,
  settings: Record<string, string>,
): Promise<SandboxCheckPurser> {
  const { PURSER_URL: baseUrl, PURSER_API_KEY: apiKey = '' } = env
  if (baseUrl === undefined) return startedPurser(env, settings)
  return { client: new Purser({ baseUrl, apiKey }), baseUrl, own: null, stop: () => Promise.resolve() }
}

const PASSED_ON = ['DATABASE_URL', 'PURSER_MASTER_KEY'] as const
/** The port to which a tunnel has to lead. */
const PORT = '8420'

async function startedPurser(env: Environment, settings: Record<string, string>): Promise<SandboxCheckPurser> {
  const folder = mkdtempSync(join(tmpdir(), 'purser-sandbox-'))
  chmodSync(folder, 0o755) // as root, PostgreSQL runs as another user
  const passed = PASSED_ON.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))
  const its = { ...(Object.fromEntries(passed) as Record<string, string>), ...settings }
  const apiKey = `sk_${randomBytes(20).toString('hex')}`
  const { process: node, baseUrl } = await startEmbeddedNode(folder, {
    ...its,
    PORT: env['PORT'] ?? PORT,
    PURSER_ADMIN_API_KEY: apiKey,
  })
  return {
    client: new Purser({ baseUrl, apiKey }),
    baseUrl,
    own: {
      pause: () => void node.child.kill('SIGSTOP'),
      goOn: () => void node.child.kill('SIGCONT'),
      reconcile: async () => {
        const run = startTestScript('src/cli/main.ts', ['reconcile', '--since', '1h', '--json'], {
          env: { ...its, PURSER_DATA_DIR: folder },
        })
        await run.ended
        if (run.stdout.length === 0) throw new Error(run.stderr.join('\n'))
        return JSON.parse(run.stdout.join('\n')) as Reconciliation
      },
    },
    stop: async () => {
      node.child.kill('SIGTERM')
      await node.ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
