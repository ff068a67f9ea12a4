import { randomUUID } from 'node:crypto'
import { type FileHandle, link, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncDirectory } from '../lib/sync-directory.ts'
import { generateMasterKey, parseMasterKey } from './master-key.ts'

const keyLine = () => `${generateMasterKey().key.export().toString('base64')}\n`

/**
 * Creates the key file of a data directory, with mode 0600, unless the file exists. The file is written whole or not at all, even if two
 * processes start at once.
 */
export async function ensureKeyFile(path: string): Promise<void> {
  const draft = await writeDraft(path, keyLine())
  // Linking fails where the key file exists, so that a second process starting at once keeps the first one's key.
  await link(draft, path).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EEXIST') throw cause
  })
  await rm(draft)
  await syncDirectory(dirname(path))
}

/** Adds a new master key to the key file, before the others. The new key seals from now on; the older keys can still open. */
export async function addMasterKeyToFile(path: string): Promise<void> {
  const older = await readFile(path, 'utf8')
  await rename(await writeDraft(path, keyLine() + older), path)
  await syncDirectory(dirname(path))
}

/** Removes master keys from the key file. The first key, which seals, always stays. */
export async function removeMasterKeysFromFile(path: string, ids: readonly string[]): Promise<void> {
  const [first = '', ...older] = (await readFile(path, 'utf8')).split('\n').filter((line) => line.trim() !== '')
  const kept = older.filter((line) => !ids.includes(parseMasterKey(line.trim())?.id ?? ''))
  await rename(await writeDraft(path, [first, ...kept, ''].join('\n')), path)
  await syncDirectory(dirname(path))
}

async function writeDraft(path: string, text: string): Promise<string> {
  const draft = `${path}.${randomUUID()}.new`
  const file = await open(draft, 'wx', 0o600)
  try {
    await giveToOwner(file, dirname(path))
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  return draft
}

/** Gives the key file to the directory's owner, so that a rotation run by root does not lock the service out. */
async function giveToOwner(file: FileHandle, directory: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(directory)
  await file.chown(uid, gid)
}
