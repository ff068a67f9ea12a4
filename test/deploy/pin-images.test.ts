import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const COMPOSE = 'deploy/compose/compose.yaml'
const folder = mkdtempSync(join(tmpdir(), 'purser-pin-images-'))
const read = (path: string) => readFileSync(join(folder, path), 'utf8')
const DIGEST = `sha256:${'0a'.repeat(32)}`

/** In place of Docker, which is asked for a digest and knows a registry. */
function dockerThat(script: string): void {
  const path = join(folder, 'bin', 'docker')
  writeFileSync(path, `#!/bin/sh\necho "$@" >> "${folder}/asked"\n${script}\n`)
  chmodSync(path, 0o755)
}

const pin = (...args: string[]) =>
  spawnSync(process.execPath, [join(root, 'tools', 'pin-images.ts'), folder, ...args], {
    encoding: 'utf8',
    env: { PATH: `${join(folder, 'bin')}:${process.env['PATH']}` },
  })

beforeEach(() => {
  for (const path of ['bin', 'deploy/compose']) mkdirSync(join(folder, path), { recursive: true })
  for (const path of ['Dockerfile', COMPOSE]) copyFileSync(join(root, path), join(folder, path))
  writeFileSync(join(folder, 'asked'), '')
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('images of others', () => {
  it('are named by what the registry says, and by what it says now where they were already', () => {
    dockerThat(`echo ${DIGEST}`)
    expect(pin().status).toBe(0)
    expect(read('asked')).toMatch(/^(buildx imagetools inspect --format \{\{\.Manifest\.Digest\}\} \S+\n){3}$/)
    expect(read('Dockerfile')).toMatch(new RegExp(`^ARG NODE_IMAGE=node:\\S+-trixie-slim@${DIGEST}$`, 'm'))
    const images = [...read(COMPOSE).matchAll(/^ +image: (\S+)$/gm)].map(([, image]) => image as string)
    const others = images.filter((image) => !image.startsWith('purser:'))
    expect(others).toHaveLength(3)
    for (const image of others) expect(image).toMatch(new RegExp(`@${DIGEST}$`))
    expect(pin('--check').status).toBe(0)

    const newer = DIGEST.replaceAll('0a', '0b')
    dockerThat(`echo ${newer}`)
    expect(pin().status).toBe(0)
    expect(`${read('Dockerfile')}${read(COMPOSE)}`).not.toContain(DIGEST)
    expect(read('Dockerfile')).toContain(`@${newer}`)
  })

  it('stay as they are where one of them has no digest to be had', () => {
    for (const script of ['exit 1', 'echo latest', `case "$*" in *haproxy*) exit 1;; *) echo ${DIGEST};; esac`]) {
      dockerThat(script)
      expect(pin().status).not.toBe(0)
      for (const path of ['Dockerfile', COMPOSE]) expect(read(path)).toBe(readFileSync(join(root, path), 'utf8'))
    }
  })

  it('are found by a check where they have none', () => {
    for (const path of ['Dockerfile', COMPOSE]) {
      writeFileSync(join(folder, path), read(path).replaceAll(/@sha256:[0-9a-f]+/g, ''))
    }
    const { status, stderr } = pin('--check')
    expect(status).toBe(1)
    expect(stderr).toMatch(/^Dockerfile: node:\S+ has no digest.*\n.*compose\.yaml: postgres:/)
    expect(read('asked')).toBe('')
  })
})
