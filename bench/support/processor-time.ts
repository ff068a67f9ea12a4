import { readdir, readFile } from 'node:fs/promises'

/** The ticks of processor time in a second, on Linux. */
const TICKS_PER_SECOND = 100

/**
 * The processor time so far of a process and its children, including those that have ended, in seconds. 0 if the system does not provide
 * it.
 */
export async function processorSecondsOfProcess(root: number): Promise<number> {
  const pids = (await readdir('/proc').catch(() => [])).map(Number).filter((pid) => pid > 0)
  const processes = await Promise.all(pids.map(processOf))
  const ticks = processes.reduce((sum, one) => {
    if (one === null || (one.pid !== root && one.parent !== root)) return sum
    return sum + one.own + (one.pid === root ? one.ofEnded : 0)
  }, 0)
  return ticks / TICKS_PER_SECOND
}

interface Process {
  readonly pid: number
  readonly parent: number
  readonly own: number
  readonly ofEnded: number
}

export async function parentProcessOf(pid: number): Promise<number> {
  return (await processOf(pid))?.parent ?? 0
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
