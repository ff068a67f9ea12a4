import { Purser } from '../../../clients/typescript/src/client.ts'
import { baseUrlOf } from '../../support/processes/base-url-of.ts'
import type { CommandRig } from '../../support/records/command-rig.ts'
import type { TestProcess } from '../../support/processes/test-process.ts'

const CONNECTIONS = 12
/** The authorization engine of each process has eight connections for itself. */
export const WITH_ENGINES = CONNECTIONS + 2 * 8
export const SEVERAL = {
  PURSER_PROCESSES: '2',
  PURSER_DATABASE_CONNECTIONS: String(CONNECTIONS),
  PURSER_RATE_LIMIT: 'off',
  PURSER_ACCESS_LOG: 'true',
}

/** Several processes that have started, with their admin. */
export async function startSeveral(rig: CommandRig, env: Record<string, string> = {}) {
  const process = rig.purser(['start'], { ...SEVERAL, ...env })
  const baseUrl = await baseUrlOf(process)
  const apiKey = (await process.line((line) => /^\s+sk_/.test(line))).trim()
  return { process, baseUrl, apiKey, purser: new Purser({ baseUrl, apiKey }) }
}

/** What the processes have logged. */
export const logged = (process: TestProcess): Record<string, unknown>[] =>
  process.stderr.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Record<string, unknown>)

/** The ids of the processes that have ever served. */
export const servingIn = (process: TestProcess): number[] =>
  logged(process)
    .filter(({ msg }) => msg === 'a process serves')
    .map((line) => Number(line['pid']))

/** The nodes as `purser status` shows them. */
export async function nodesNow(rig: CommandRig): Promise<{ processId: number; host: string; connections: number }[]> {
  const { stdout } = await rig.run(['status', '--json'])
  return (JSON.parse(stdout.join('\n')) as { nodes: { processId: number; host: string; connections: number }[] }).nodes
}
