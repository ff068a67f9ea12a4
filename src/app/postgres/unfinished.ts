import { readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { hasCode } from './system-error.ts'

/**
 * Makes a directory in one step: `make` fills it under another name, then it is renamed. A start that is killed
 * half-way leaves nothing that looks finished, and of two first starts one wins and the other uses its work.
 */
export async function makeWhole(target: string, make: (unfinished: string) => Promise<void>): Promise<void> {
  await removeLeftovers(target)
  const unfinished = `${target}.${process.pid}.new`
  await make(unfinished)
  try {
    await rename(unfinished, target)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error
  }
}

/** What killed starts left behind. Those of living ones are theirs. */
async function removeLeftovers(target: string): Promise<void> {
  for (const name of await readdir(dirname(target))) {
    const [, base, pid] = /^(.+)\.(\d+)\.new$/.exec(name) ?? []
    if (base !== basename(target) || (isAlive(Number(pid)) && Number(pid) !== process.pid)) continue
    await rm(join(dirname(target), name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}
