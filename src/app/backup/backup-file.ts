import { createHash } from 'node:crypto'
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'
import { isoTimestamp } from '../../lib/clock.ts'
import { syncDirectory } from '../../lib/sync-directory.ts'
import { OperatorError } from '../operator-error.ts'

export interface WrittenBackupFile {
  readonly bytes: number
  /** SHA-256 of the backup file, in hex. */
  readonly sha256: string
}

/**
 * The path of a new backup. A folder gets a file that is named after the moment. Rejects with an OperatorError if the file exists: a backup
 * is never overwritten.
 */
export async function newBackupPath(given: string, at: number): Promise<string> {
  const isFolder = await stat(given).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
  const path = resolve(
    isFolder ? join(given, `purser-${isoTimestamp(at).replaceAll(/[-:]|\.\d+/g, '')}.backup`) : given,
  )
  const exists = await stat(path).then(
    () => true,
    () => false,
  )
  if (exists) throw new OperatorError(`${path} exists already. Name another file: a backup is never overwritten.`)
  return path
}

/**
 * Writes a file, compressed by gzip, that only this user can read. It is written under another name and renamed when all of it is on the
 * disk, so that a file with this name is always whole. Rejects with an OperatorError if it cannot be written.
 */
export async function writeBackupFile(path: string, content: AsyncIterable<Buffer>): Promise<WrittenBackupFile> {
  const unfinished = `${path}.${process.pid}.part`
  const file = await open(unfinished, 'wx', 0o600).catch(unwritable(path))
  try {
    const written = await write(file, content).catch(unwritable(path))
    await rename(unfinished, path).catch(unwritable(path))
    await syncDirectory(dirname(path)).catch(unwritable(path))
    return written
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined)
    throw error
  }
}

async function write(file: FileHandle, content: AsyncIterable<Buffer>): Promise<WrittenBackupFile> {
  try {
    const written = await compressed(content, (chunk) => file.writeFile(chunk)) // at the end of what was written before
    await file.sync()
    return written
  } finally {
    await file.close()
  }
}

/** Writes a backup to a stream, such as standard output. Rejects when the program that reads the stream ends too early. */
export const writeBackupTo = (stream: Writable, content: AsyncIterable<Buffer>): Promise<WrittenBackupFile> =>
  compressed(
    content,
    (chunk) => new Promise((done, failed) => void stream.write(chunk, (error) => (error ? failed(error) : done()))),
  )

async function compressed(
  content: AsyncIterable<Buffer>,
  store: (chunk: Buffer) => Promise<void>,
): Promise<WrittenBackupFile> {
  const hash = createHash('sha256')
  let bytes = 0
  const gzip = createGzip({ level: constants.Z_BEST_SPEED, chunkSize: 64 * 1024 })
  await pipeline(content, gzip, async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
      await store(chunk)
    }
  })
  return { bytes, sha256: hash.digest('hex') }
}

/** Codes of the file system's errors that only the operator can help with. */
const OPERATORS = new Set([
  'EACCES',
  'EDQUOT',
  'EEXIST',
  'EFBIG',
  'EISDIR',
  'ENOENT',
  'ENOSPC',
  'ENOTDIR',
  'EPERM',
  'EROFS',
])

const unwritable =
  (path: string) =>
  (error: NodeJS.ErrnoException): never => {
    if (!OPERATORS.has(error.code ?? '')) throw error
    throw new OperatorError(`The backup ${path} cannot be written: ${error.message}`)
  }
