import { execFileSync } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..')

/** Copies what a commit of the checkout would have: files that git knows, and new ones that it does not ignore. Nothing is installed. */
export function copyCheckout(to: string): void {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const files = execFileSync('git', list, { cwd: ROOT, encoding: 'utf8' }).split('\0')
  // A file that was removed and is not committed yet is in the list.
  for (const file of files) if (file !== '' && existsSync(join(ROOT, file))) cpSync(join(ROOT, file), join(to, file))
}
