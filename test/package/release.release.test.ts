import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, generateKeyPairSync, verify } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changelogOf } from '../../tools/release/changes.ts'
import { provenanceEnvelopeBytes } from '../../tools/release/provenance.ts'
import { copyCheckout } from '../support/processes/copy-checkout.ts'

const root = join(import.meta.dirname, '..', '..')
const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com']
const keys = generateKeyPairSync('ed25519')

/** A checkout of its own with what is here, committed. */
let checkout: string
let keyFile: string
const git = (...args: string[]): string =>
  execFileSync('git', [...identity, ...args], { cwd: checkout, encoding: 'utf8' })
const readJson = (...path: string[]): unknown => JSON.parse(readFileSync(join(checkout, ...path), 'utf8'))

function release(...args: string[]) {
  const env = { ...process.env, GIT_AUTHOR_NAME: 'Test', GIT_AUTHOR_EMAIL: 'test@example.com' }
  const committer = { GIT_COMMITTER_NAME: 'Test', GIT_COMMITTER_EMAIL: 'test@example.com' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(checkout, 'tools', 'release.ts'), ...args], {
    cwd: checkout,
    encoding: 'utf8',
    env: { ...env, ...committer },
  })
  return { status, output: `${stdout}${stderr}` }
}

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'purser-release-'))
  keyFile = join(folder, 'release.key')
  writeFileSync(keyFile, keys.privateKey.export({ type: 'pkcs8', format: 'pem' }))
  checkout = join(folder, 'checkout')
  copyCheckout(checkout)
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'))
  writeChangelog('- A change that is not released yet.\n\n')
  git('init', '--quiet')
  writeFileSync(join(checkout, '.git', 'info', 'exclude'), 'node_modules\n')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'feat: what is here')
})

/** With that in the place of what is unreleased. */
function writeChangelog(unreleased: string): void {
  const path = join(checkout, 'CHANGELOG.md')
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.replace(/^## Unreleased\n[^]*?(?=^## \d)/m, `## Unreleased\n\n${unreleased}`))
}

afterAll(() => rmSync(join(checkout, '..'), { recursive: true, force: true }))

describe('npm run release', () => {
  it('shows all and changes nothing with --dry-run', () => {
    const before = git('rev-parse', 'HEAD')
    const { status, output } = release('0.2.0', '--dry-run')
    expect(status, output).toBe(0)
    for (const shown of [
      '$ npm run test:release',
      '+ "version": "0.2.0"',
      '+ ## 0.2.0 - ',
      '$ git tag',
      'npm publish',
    ]) {
      expect(output).toContain(shown)
    }
    expect([git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag')]).toEqual([before, '', ''])
    expect(readdirSync(checkout)).not.toContain('reports')
  })

  it.each([
    ['0.1.0', '0.1.0 has its part already; move what stands below "## Unreleased" into it'],
    ['0.0.9', 'does not follow'],
    ['next', 'is no version'],
  ])('refuses %s', (version, why) => {
    const { status, output } = release(version, '--dry-run')
    expect(status).toBe(1)
    expect(output).toContain(why)
  })

  it('tags a version that the checkout has already, in its packages and its changelog', () => {
    writeChangelog('')
    git('commit', '--quiet', '--all', '--message', 'docs: the changelog is closed')
    const { status, output } = release('0.1.0', '--dry-run', '--already-checked')
    git('reset', '--quiet', '--hard', 'HEAD~')
    expect(status, output).toBe(0)
    expect(output).toContain('$ git tag --annotate v0.1.0')
    expect(output).not.toContain('$ git commit')
  })

  it('refuses a checkout with changes', () => {
    writeFileSync(join(checkout, 'left-behind'), '')
    const { status, output } = release('0.2.0', '--already-checked')
    rmSync(join(checkout, 'left-behind'))
    expect(status).toBe(1)
    expect(output).toContain('the checkout has changes')
  })

  it('makes one commit and one tag, and tarballs, SBOM, sums and signed provenance that fit each other', () => {
    const { status, output } = release('0.2.0', '--already-checked', '--without-python', '--key', keyFile)
    expect(status, output).toBe(0)
    expect(git('status', '--porcelain')).toBe('')
    expect(git('log', '--format=%s', 'v0.2.0').split('\n').slice(0, 2)).toEqual([
      'chore: release 0.2.0',
      'feat: what is here',
    ])
    const { workspaces } = readJson('package.json') as { workspaces: string[] }
    for (const folder of ['.', ...workspaces]) {
      const { version, private: isPrivate } = readJson(folder, 'package.json') as { version: string; private?: boolean }
      expect(version, folder).toBe(isPrivate === true ? '0.0.0' : '0.2.0')
    }
    expect(readJson('package-lock.json')).toMatchObject({ version: '0.2.0', packages: { '': { version: '0.2.0' } } })
    expect(readFileSync(join(checkout, 'deploy/helm/purser/Chart.yaml'), 'utf8')).toMatch(
      /^version: 0.2.0\nappVersion: 0.2.0$/m,
    )

    const folder = join(checkout, 'reports', 'release', '0.2.0')
    const names = readdirSync(folder)
    expect(names).toEqual(
      expect.arrayContaining(['purser-server-0.2.0.tgz', 'sbom.cdx.json', 'SHA256SUMS', 'provenance.dsse.json']),
    )
    const packed = execFileSync('tar', ['-tzf', join(folder, 'purser-server-0.2.0.tgz')], { encoding: 'utf8' }).split(
      '\n',
    )
    for (const file of ['bin/purser.js', 'dist/src/cli/main.js', 'migrations/0001_first.sql']) {
      expect(packed).toContain(`package/${file}`)
    }
    const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split('  '))
    for (const [sum, name] of sums) {
      expect(
        createHash('sha256')
          .update(readFileSync(join(folder, String(name))))
          .digest('hex'),
      ).toBe(sum)
    }
    const envelope = readJson('reports/release/0.2.0/provenance.dsse.json') as {
      payload: string
      signatures: { sig: string }[]
    }
    const payload = Buffer.from(envelope.payload, 'base64')
    const signature = Buffer.from(String(envelope.signatures[0]?.sig), 'base64')
    expect(verify(null, provenanceEnvelopeBytes(payload), keys.publicKey, signature)).toBe(true)
    const { subject, predicate } = JSON.parse(payload.toString()) as {
      subject: { name: string; digest: { sha256: string } }[]
      predicate: { buildDefinition: { resolvedDependencies: { digest: object }[] } }
    }
    expect(subject.map(({ name, digest }) => [digest.sha256, name])).toEqual(sums)
    expect(predicate.buildDefinition.resolvedDependencies[0]?.digest).toEqual({
      gitCommit: git('rev-parse', 'v0.2.0^{}').trim(),
    })
  })
})

describe('the changelog of a release', () => {
  it('has what was unreleased under the version, above what was released before', () => {
    const text =
      '# Changelog\n\n## Unreleased\n\n### Added\n\n- New.\n\n## 0.1.0 - 2026-01-01\n\n- Old.\n\n## 0.0.1 - 2025-01-01\n\n- Older.\n'
    expect(changelogOf(text, '0.2.0', '2026-02-03')).toBe(
      '# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-02-03\n\n### Added\n\n- New.\n\n## 0.1.0 - 2026-01-01\n\n- Old.\n\n## 0.0.1 - 2025-01-01\n\n- Older.\n',
    )
  })

  it('is refused where nothing is unreleased', () => {
    expect(() =>
      changelogOf('# Changelog\n\n## Unreleased\n\n## 0.1.0 - 2026-01-01\n\n- Old.\n', '0.2.0', '2026-02-03'),
    ).toThrow('nothing to release')
  })
})
