import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyCheckout } from '../support/processes/copy-checkout.ts'

export const root = join(import.meta.dirname, '..', '..')

export interface Packed {
  readonly tarball: string
  /** Paths from the package's root, sorted. */
  readonly files: readonly string[]
  /** Bytes, as they are fetched and as they are unpacked. */
  readonly size: number
  readonly unpackedSize: number
}

/** What `npm pack` makes of the package at the path, in a copy of the checkout that holds what a clone does: nothing is built there. */
export function pack(path: string, folder: string): Packed {
  const clone = join(folder, 'clone')
  copyCheckout(clone)
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'))
  const text = execFileSync('npm', ['pack', '--json', '--silent', '--pack-destination', folder], {
    cwd: join(clone, path),
    encoding: 'utf8',
  })
  rmSync(clone, { recursive: true })
  const { filename, files, size, unpackedSize } = packedOf(JSON.parse(text))
  return { tarball: join(folder, filename), files: files.map((file) => file.path).toSorted(), size, unpackedSize }
}

interface NpmPacked {
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
  readonly size: number
  readonly unpackedSize: number
}

/** A list, or by name: npm's releases differ. */
function packedOf(answer: unknown): NpmPacked {
  const [packed] = Object.values(answer as Record<string, NpmPacked>)
  if (packed === undefined) throw new Error('npm pack said nothing')
  return packed
}

export interface Consumer {
  readonly path: string
  /** Where the package lies in it. */
  installed(name: string): string
  write(name: string, text: string): void
  /** What the program prints. Throws, with all it said, where it fails. */
  run(program: string, ...args: string[]): string
  remove(): void
}

/** An empty project. */
export function emptyProject(): Consumer {
  const path = mkdtempSync(join(tmpdir(), 'purser-consumer-'))
  const run: Consumer['run'] = (program, ...args) => {
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: path, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`)
    return stdout
  }
  mkdirSync(path, { recursive: true })
  writeFileSync(join(path, 'package.json'), '{ "private": true, "type": "module" }')
  return {
    path,
    installed: (name) => join(path, 'node_modules', ...name.split('/')),
    write: (name, text) => writeFileSync(join(path, name), text),
    run,
    remove: () => rmSync(path, { recursive: true, force: true }),
  }
}
