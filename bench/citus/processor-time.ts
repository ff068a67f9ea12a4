import pg from 'pg'
import { parentProcessOf, processorSecondsOfProcess } from '../support/processor-time.ts'

/** The processor time, so far, of a database server and its workers with all their processes. All of them must run on this machine. */
export async function clusterProcessorSeconds(url: string): Promise<number> {
  const all = await Promise.all(
    (await servers(url)).map(async (server) => processorSecondsOfProcess(await postmasterOf(server))),
  )
  return all.reduce((sum, each) => sum + each, 0)
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
    return await parentProcessOf(rows[0]?.pid ?? 0)
  } finally {
    await client.end()
  }
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
