import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

/** Of Linux. */
const TICKS_PER_SECOND = 100

/** Processor time so far of a server, and of the workers that it has, with all their processes: they are on this machine. */
export async function processorSeconds(url: string): Promise<number> {
  const ticks = await Promise.all((await servers(url)).map(async (server) => ticksOf(await postmasterOf(server))))
  return ticks.reduce((sum, each) => sum + each, 0) / TICKS_PER_SECOND
}

async function servers(url: string): Promise<string[]> {
  const known = await ask<{ known: boolean }>(url, `select to_regclass('pg_dist_node') is not null as known`)
  if (known[0]?.known !== true) return [url]
  const workers = await ask<{ host: string; port: number }>(
    url,
    'select nodename as host, nodeport as port from pg_dist_node where groupid <> 0',
  )
  return [url, ...workers.map(({ host, port }) => Object.assign(new URL(url), { hostname: host, port }).href)]
}

async function postmasterOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return (await processOf(rows[0]?.pid ?? 0))?.parent ?? 0
  } finally {
    await client.end()
  }
}

/** With those of its children that have ended. */
async function ticksOf(postmaster: number): Promise<number> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  const processes = await Promise.all(pids.map(processOf))
  return processes.reduce((sum, one) => {
    if (one === null || (one.pid !== postmaster && one.parent !== postmaster)) return sum
    return sum + one.own + (one.pid === postmaster ? one.ofEnded : 0)
  }, 0)
}

interface Process {
  readonly pid: number
  readonly parent: number
  readonly own: number
  readonly ofEnded: number
}

async function processOf(pid: number): Promise<Process | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (stat === null) return null
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
  return { pid, parent: fields[1] ?? 0, own: user + system, ofEnded: endedUser + endedSystem }
}

async function ask<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}
