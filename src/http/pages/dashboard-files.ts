import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { type CompressedAsset, compressAssetOnRequest } from './asset.ts'

/** The folder of the dashboard's files whose names contain a hash of their content. */
const NAMED = '/assets/'
const INDEX = '/index.html'

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}

export interface DashboardFiles {
  index(): Promise<CompressedAsset>
  /** All files of the dashboard except its start page, by their address. */
  readonly others: ReadonlyMap<string, () => Promise<CompressedAsset>>
}

export const isDashboardFile = (url: string): boolean => url.startsWith(NAMED)

/**
 * Reads the built dashboard into memory at the start, so that a new build while the node runs removes no file of the page that the node
 * serves. Each file is compressed at its first request. Returns null where no dashboard is built.
 */
export function readDashboardFiles(directory: string | null): DashboardFiles | null {
  if (directory === null || !existsSync(join(directory, INDEX))) return null
  const files = new Map(
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => {
        const url = path.slice(directory.length).replaceAll(sep, '/')
        return [url, onceCompressed(url, readFileSync(path))] as const
      }),
  )
  const index = files.get(INDEX)
  if (index === undefined) return null
  files.delete(INDEX)
  return { index, others: files }
}

function onceCompressed(url: string, content: Buffer): () => Promise<CompressedAsset> {
  const contentType = contentTypes[extname(url)] ?? 'application/octet-stream'
  return compressAssetOnRequest(() => ({ contentType, content, hasOwnAddress: isDashboardFile(url) }))
}
