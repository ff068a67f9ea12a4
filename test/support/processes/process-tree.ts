import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'

/** Whether a process with this id exists. A zombie does not count, because it has ended. */
export const isProcessRunning = (pid: number): boolean => processes().some((each) => each.pid === pid)

/**
 * Kills a process and all processes below it, as a power cut would. Each is stopped first, so that none can clean up after the kill.
 * `spared` and all processes below it live on.
 */
export function killProcessTree(pid: number, spared?: number): void {
  if (pid === spared) return
  process.kill(pid, 'SIGSTOP')
  for (const child of childProcessIds(pid)) killProcessTree(child, spared)
  process.kill(pid, 'SIGKILL')
}

export const childProcessIds = (pid: number): number[] =>
  processes()
    .filter((each) => each.parent === pid)
    .map((each) => each.pid)

/** The user id that a process runs as. */
export const userIdOfProcess = (pid: number): number | undefined => processes().find((each) => each.pid === pid)?.uid

interface Process {
  pid: number
  parent: number
  uid: number
}

const processes = (): Process[] => (existsSync('/proc/self/status') ? fromProc() : fromPs())

/** The processes from /proc. `ps` is not used, because small containers have none. */
function fromProc(): Process[] {
  const found: Process[] = []
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      const value = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1]
      if (value('State') !== 'Z')
        found.push({ pid: Number(pid), parent: Number(value('PPid')), uid: Number(value('Uid')) })
    } catch {
      // A process that ends while the list is read is left out.
    }
  }
  return found
}

function fromPs(): Process[] {
  const table = execFileSync('ps', ['-axo', 'pid=,ppid=,uid=,state='], { encoding: 'utf8' })
  const rows = table.split('\n').map((line) => line.trim().split(/\s+/))
  return rows
    .filter(([, , , state]) => state !== undefined && !state.startsWith('Z'))
    .map(([pid, parent, uid]) => ({ pid: Number(pid), parent: Number(parent), uid: Number(uid) }))
}
