import { randomUUID } from 'node:crypto'
import { type FileHandle, link, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { generateKey, parseKey } from './master-key.ts'

const keyLine = () => `${generateKey().key.export().toString('base64')}\n`

/** Makes the key file of a data directory, mode 0600, unless it is there. Whole or not at all, whoever is first. */
export async function ensureKeyFile(path: string): Promise<void> {
  const draft = await writeDraft(path, keyLine())
  // A link refuses an existing name: a second first start keeps the key of the first.
  await link(draft, path).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EEXIST') throw cause
  })
  await rm(draft)
  await syncDirectory(path)
}

/** Puts a new key before the others: it seals from now on, they still open. */
export async function addKeyToFile(path: string): Promise<void> {
  const older = await readFile(path, 'utf8')
  await rename(await writeDraft(path, keyLine() + older), path)
  await syncDirectory(path)
}

/** Takes keys out of the file for good. The first stays: it seals. */
export async function removeKeysFromFile(path: string, ids: readonly string[]): Promise<void> {
  const [first = '', ...older] = (await readFile(path, 'utf8')).split('\n').filter((line) => line.trim() !== '')
  const kept = older.filter((line) => !ids.includes(parseKey(line.trim())?.id ?? ''))
  await rename(await writeDraft(path, [first, ...kept, ''].join('\n')), path)
  await syncDirectory(path)
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

/** A rotation by root must not take the key from the service, which may run as the directory's owner. */
async function giveToOwner(file: FileHandle, directory: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(directory)
  await file.chown(uid, gid)
}

/** A key that a crash takes away would leave every card unreadable: the name must be on disk too. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(dirname(path), 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
