/**
 * Writes the digests of third-party images into the Dockerfile and compose.yaml: `node tools/pin-images.ts`. It needs Docker's buildx and
 * the registry. An image that already has a digest gets the present one of its tag. With `--check` nothing is changed, and the exit code is
 * 1 if an image has no digest. Digests come only from the registry: if it does not answer, no file is changed.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Naming {
  readonly path: string
  /** Matches a line that names an image: the text before the name, the name with its tag, and the digest. */
  readonly line: RegExp
}

const NAME = String.raw`([\w./-]+:[\w.-]+)(@sha256:[0-9a-f]{64})?`
/** The forms of lines that name an image. This project's own image has a variable in its tag, and is built from the Dockerfile. */
const namings: readonly Naming[] = [
  { path: 'Dockerfile', line: new RegExp(`^(ARG NODE_IMAGE=)${NAME}$`, 'gm') },
  { path: 'deploy/compose/compose.yaml', line: new RegExp(`^( +image: )${NAME}$`, 'gm') },
]
const DIGEST = /^sha256:[0-9a-f]{64}$/

const folder = process.argv.slice(2).find((word) => !word.startsWith('--')) ?? join(import.meta.dirname, '..')
const isCheck = process.argv.includes('--check')
const files = namings.map(({ path, line }) => ({ path, line, text: readFileSync(join(folder, path), 'utf8') }))
const found = files.flatMap(({ path, line, text }) =>
  [...text.matchAll(line)].map(([, , image = '', digest]) => ({ path, image, digest })),
)

if (isCheck) {
  for (const { path, image, digest } of found) {
    if (digest !== undefined) continue
    console.error(`${path}: ${image} has no digest: run node tools/pin-images.ts`)
    process.exitCode = 1
  }
} else {
  const digests = new Map([...new Set(found.map(({ image }) => image))].map((image) => [image, digestOf(image)]))
  for (const { path, line, text } of files) {
    const pinned = text.replaceAll(
      line,
      (_, before: string, image: string) => `${before}${image}@${digests.get(image)}`,
    )
    writeFileSync(join(folder, path), pinned)
  }
  for (const [image, digest] of digests) console.log(`${image}@${digest}`)
}

/** The digest of an image's index over all platforms. */
function digestOf(image: string): string {
  const asked = ['buildx', 'imagetools', 'inspect', '--format', '{{.Manifest.Digest}}', image]
  const { stdout, error } = spawnSync('docker', asked, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  const digest = stdout?.trim() ?? ''
  if (DIGEST.test(digest)) return digest
  const printed = error?.message ?? `it printed ${JSON.stringify(digest)}`
  throw new Error(`docker ${asked.join(' ')} gave no digest: ${printed}. Nothing was changed.`)
}
