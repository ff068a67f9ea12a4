import { hasSystemErrorCode } from './system-error-code.ts'
import { runScriptInFolder, type ScriptFolder } from './run-as-user.ts'

/**
 * Makes a directory in one step: `make` fills a directory of another name, which is then renamed. So a start that is killed half-way leaves
 * nothing that looks finished. Of two first starts at once, one renames its directory first, and the other uses that directory.
 */
export async function makeFolderAtomically(
  folder: ScriptFolder,
  name: string,
  make: (unfinished: string) => Promise<void>,
): Promise<void> {
  await removeLeftovers(folder, name)
  const unfinished = `${name}.${process.pid}.new`
  await make(unfinished)
  await runScriptInFolder(folder, RENAME_UNLESS_MADE, [unfinished, name])
}

/**
 * A shell script that renames the unfinished data directory of the embedded PostgreSQL unless another start has made the finished one.
 * Where that start wins between the check and the `mv`, the unfinished directory is moved into the finished one, and removed from there.
 */
const RENAME_UNLESS_MADE = `
rmdir "$2" 2>/dev/null
if [ -e "$2" ]; then rm -rf "$1"; else mv -f "$1" "$2" && rm -rf "$2/$1"; fi`

/** Removes unfinished directories of the embedded database that killed starts left behind. Directories of living processes stay. */
async function removeLeftovers(folder: ScriptFolder, name: string): Promise<void> {
  const found = (await runScriptInFolder(folder, 'ls -A')).split('\n').filter((each) => {
    const [, base, pid] = /^(.+)\.(\d+)\.new$/.exec(each) ?? []
    return base === name && (Number(pid) === process.pid || !isAlive(Number(pid)))
  })
  if (found.length > 0) await runScriptInFolder(folder, 'rm -rf "$@"', found)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasSystemErrorCode(error, 'EPERM')
  }
}
