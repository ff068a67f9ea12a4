import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { PostgresSocketConnection } from '../../../src/app/postgres/connection.ts'
import { createDatabase, dropDatabase } from '../../../src/store/connection/create-database.ts'
import { databaseUrl } from '../../support/processes/node-process.ts'

const SCRIPT = join(import.meta.dirname, 'scripts', 'play-in-checkout.ts')
export const MASTER_KEY = Buffer.alloc(32, 7).toString('base64')

/** How often a past is begun, because an earlier version answers 503 where the machine has too much to do. */
const MOST_TRIES = 3

/** Makes a database with a past under another version: its code makes the tables, and plays its reference and every kind of step. */
export async function makePast(
  folder: string,
  server: PostgresSocketConnection,
  name: string,
): Promise<PostgresSocketConnection> {
  for (let tries = 1; ; tries += 1) {
    const connection = await createDatabase(server, name)
    try {
      await playPast(folder, connection)
      return connection
    } catch (error) {
      await dropDatabase(server, name)
      if (tries === MOST_TRIES) throw error
    }
  }
}

async function playPast(folder: string, connection: PostgresSocketConnection): Promise<void> {
  await run([join(folder, 'src/cli/main.ts'), 'migrate'], folder, {
    DATABASE_URL: databaseUrl(connection),
    PURSER_MASTER_KEY: MASTER_KEY,
  })
  await run([SCRIPT, folder, JSON.stringify(connection)], folder)
}

async function run(args: string[], cwd: string, env: Record<string, string> = {}): Promise<void> {
  const child = spawn(process.execPath, args, { cwd, env: { PATH: process.env['PATH'], ...env } })
  let said = ''
  child.stdout.on('data', (text: Buffer) => (said += text.toString()))
  child.stderr.on('data', (text: Buffer) => (said += text.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}:\n${said}`)
}
