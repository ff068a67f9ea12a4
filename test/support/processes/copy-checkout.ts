import { execFileSync } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..', '..')

/** What a commit of the checkout would have: files that git knows, and new ones that it does not ignore. Paths from the root. */
export function filesOfCheckout(): string[] {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const files = execFileSync('git', list, { cwd: ROOT, encoding: 'utf8' }).split('\0')
  // A file that was removed and is not committed yet is in the list.
  return files.filter((file) => file !== '' && existsSync(join(ROOT, file)))
}

/** Copies these files. Nothing is installed or built there, and no data directory comes along. */
export function copyCheckout(to: string): void {
  for (const file of filesOfCheckout()) cpSync(join(ROOT, file), join(to, file))
}
