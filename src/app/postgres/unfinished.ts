import { hasCode } from './system-error.ts'
import { runIn, type Workplace } from './user-shell.ts'

/**
 * Makes a directory in one step: `make` fills it under another name, then it is renamed. So a start that is killed half-way leaves nothing
 * that looks finished, and of two first starts one wins and the other uses its result.
 */
export async function makeWhole(
  folder: Workplace,
  name: string,
  make: (unfinished: string) => Promise<void>,
): Promise<void> {
  await removeLeftovers(folder, name)
  const unfinished = `${name}.${process.pid}.new`
  await make(unfinished)
  await runIn(folder, RENAME_UNLESS_MADE, [unfinished, name])
}

/**
 * Renames the directory unless the other start has made it. Where that start wins between the check and the `mv`, this directory is moved
 * into the other one, and removed from there.
 */
const RENAME_UNLESS_MADE = `
rmdir "$2" 2>/dev/null
if [ -e "$2" ]; then rm -rf "$1"; else mv -f "$1" "$2" && rm -rf "$2/$1"; fi`

/** Removes what killed starts left behind. Directories of living processes stay. */
async function removeLeftovers(folder: Workplace, name: string): Promise<void> {
  const found = (await runIn(folder, 'ls -A')).split('\n').filter((each) => {
    const [, base, pid] = /^(.+)\.(\d+)\.new$/.exec(each) ?? []
    return base === name && (Number(pid) === process.pid || !isAlive(Number(pid)))
  })
  if (found.length > 0) await runIn(folder, 'rm -rf "$@"', found)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}
