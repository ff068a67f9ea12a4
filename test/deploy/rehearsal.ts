import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { type CertificateAuthority, createCertificateAuthority } from '../support/receivers/certificates.ts'
import { type ServedPostgres, startServedPostgres } from '../support/postgres/served-postgres.ts'
import { freePort } from '../support/receivers/free-port.ts'
import { startTestCommand, type TestProcess } from '../support/processes/test-process.ts'
import type { Image } from './build-image.ts'
import { checkHealth, startContainer } from './container.ts'

export const ROOT = join(import.meta.dirname, '..', '..')

type Environment = Readonly<Record<string, string>>

/** One place on this machine with what compose.yaml starts: its secrets, a PostgreSQL that is served, containers of the image. */
export interface Rehearsal {
  readonly adminApiKey: string
  /** By `roles.sql` and `purser migrate`, as compose.yaml runs them: what the second one says. */
  prepareDatabase(): Promise<string>
  startNode(): Promise<RunningNode>
  /** Null where HAProxy is not installed here. */
  startProxy(nodes: readonly RunningNode[]): Promise<{ readonly url: string; readonly certificate: string } | null>
  close(): Promise<void>
}

export interface RunningNode {
  readonly port: string
  readonly process: TestProcess
  /** From the signal to the end. */
  stop(): Promise<{ readonly exit: number | string; readonly seconds: number }>
}

interface Compose {
  readonly services: Readonly<Record<string, { readonly environment: Environment; readonly command?: string[] }>>
}

export async function openRehearsal(image: Image, folder: string): Promise<Rehearsal> {
  const authority = await createCertificateAuthority(folder, 'authority')
  const postgres = await startServedPostgres(await authority.issue('localhost'))
  const compose = join(folder, 'compose')
  const secrets = join(compose, 'secrets')
  cpSync(join(ROOT, 'deploy', 'compose'), compose, { recursive: true, filter: (path) => !path.endsWith('/secrets') })
  execFileSync(join(compose, 'make-secrets.sh'))
  chmodSync(secrets, 0o755) // single files are mounted, whatever folder they are in
  for (const name of ['purser_database_url', 'purser_migration_database_url']) {
    pointTo(postgres, { file: join(secrets, name), authority })
  }
  const { services } = parse(readFileSync(join(compose, 'compose.yaml'), 'utf8'), { merge: true }) as Compose
  const started: TestProcess[] = []
  const environmentOf = (service: string): Environment =>
    Object.fromEntries(
      Object.entries(services[service]?.environment ?? {}).map(([name, value]) => [
        name,
        value.replace('/run/secrets', secrets).replace('192.168.231.2', '127.0.0.1'),
      ]),
    )

  return {
    adminApiKey: readFileSync(join(secrets, 'purser_admin_api_key'), 'utf8').trim(),
    prepareDatabase: async () => {
      runSql(join(compose, 'roles.sql'), postgres, secrets)
      const migrate = startContainer(image, {
        command: services['migrate']?.command ?? [],
        env: environmentOf('migrate'),
      })
      if ((await migrate.ended) !== 0) throw new Error(migrate.stderr.join('\n'))
      return migrate.stdout.join('\n')
    },
    startNode: async () => {
      const port = await freePort()
      const env = { ...environmentOf('purser-1'), PORT: port }
      const process = startContainer(image, { env })
      started.push(process)
      await process.line((text) => text.startsWith('Purser listens on '))
      if (checkHealth(image, env) !== 0) throw new Error('the health check fails beside a running node')
      return { port, process, stop: () => stopped(process, image.stopSignal) }
    },
    startProxy: async (nodes) => {
      if (spawnSync('haproxy', ['-v']).status !== 0) return null
      const bind = `127.0.0.1:${await freePort()}`
      const [first, second] = nodes.map(({ port }) => `127.0.0.1:${port}`) as [string, string]
      const env = { ...libraries(), ...environmentOf('proxy'), BIND: bind, NODE_1: first, NODE_2: second }
      started.push(startTestCommand('haproxy', ['-W', '-f', join(compose, 'haproxy.cfg')], { env }))
      const url = `https://localhost:${bind.split(':')[1]}/v1`
      return { url, certificate: readFileSync(join(secrets, 'proxy.crt'), 'utf8') }
    },
    close: async () => {
      for (const { child } of started) child.kill()
      await Promise.all(started.map(({ ended }) => ended))
      await postgres.stop()
    },
  }
}

/** The URL that the script made, at the server of the rehearsal. */
function pointTo(
  { port }: ServedPostgres,
  { file, authority }: { file: string; authority: CertificateAuthority },
): void {
  const url = readFileSync(file, 'utf8').trim()
  const tls = `sslmode=verify-full&sslrootcert=${authority.path}`
  writeFileSync(file, `${url.replace('@postgres:5432/', `@localhost:${port}/`)}?${tls}\n`)
}

function runSql(file: string, { superuser }: ServedPostgres, secrets: string): void {
  const { host, port, user } = superuser
  const server = { PGHOST: host, PGPORT: String(port), PGUSER: user, PGDATABASE: 'postgres', SECRETS: secrets }
  execFileSync('psql', ['--no-psqlrc', '--quiet', `--file=${file}`], { env: { ...process.env, ...server } })
}

const libraries = (): Environment => {
  const { LD_LIBRARY_PATH } = process.env
  return LD_LIBRARY_PATH === undefined ? {} : { LD_LIBRARY_PATH }
}

async function stopped({ child, ended }: TestProcess, signal: NodeJS.Signals) {
  const begun = performance.now()
  child.kill(signal)
  const exit = await ended
  return { exit, seconds: (performance.now() - begun) / 1000 }
}
