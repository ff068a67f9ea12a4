/**
 * Makes a release, and publishes nothing: `npm run release -- 0.2.0`. It makes one commit and one tag, and puts the tarballs, the SBOM, the
 * checksums and the provenance into `reports/release/0.2.0`. `--dry-run` changes nothing and shows what it would do. See
 * docs/guides/releasing.md.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { releaseChangesOf, type ReleaseChanges, publishedPackageFolders } from './release/changes.ts'
import { type ReleaseBuildFacts, releaseProvenance, sha256, signedProvenanceEnvelope } from './release/provenance.ts'

const root = join(import.meta.dirname, '..')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'dry-run': { type: 'boolean', default: false },
    /** True: this commit was already checked elsewhere. The provenance says so. */
    'already-checked': { type: 'boolean', default: false },
    /** True: the Python client is left out, because it is released separately. */
    'without-python': { type: 'boolean', default: false },
    /** The file with a private key, Ed25519 in PEM. Without it, the provenance is not signed. */
    key: { type: 'string' },
  },
})
const [version = ''] = positionals
const tag = `v${version}`
const folder = join(root, 'reports', 'release', version)

function answer(command: string, ...args: string[]): string {
  return execFileSync(command, args, { cwd: root, encoding: 'utf8' }).trim()
}
function run(command: string, ...args: string[]): void {
  console.log(`$ ${[command, ...args].join(' ')}`)
  if (!values['dry-run']) execFileSync(command, args, { cwd: root, stdio: 'inherit' })
}
function refuse(why: string): never {
  console.error(`release: ${why}`)
  process.exit(1)
}

try {
  release()
} catch (error) {
  refuse((error as Error).message)
}

function release(): void {
  if (answer('git', 'status', '--porcelain') !== '') refuse('the checkout has changes: commit them, or take them away')
  if (answer('git', 'tag', '--list', tag) !== '') refuse(`the tag ${tag} exists already`)
  assertPythonBuilds()
  const startedAt = new Date()
  const changes = releaseChangesOf(root, { version, date: startedAt.toISOString().slice(0, 10) })
  const key = values.key === undefined ? null : readFileSync(values.key, 'utf8')
  const begun = answer('git', 'rev-parse', 'HEAD')
  if (!values['already-checked']) run('npm', 'run', 'test:release')

  for (const line of shown(changes)) console.log(line)
  if (!values['dry-run']) for (const [path, text] of changes) writeFileSync(join(root, path), text)
  run('npm', 'run', '--silent', 'generate')
  if (changes.size > 0) run('git', 'commit', '--quiet', '--all', '--message', `chore: release ${version}`)
  if (!values['dry-run']) console.log(`To take it back: git reset --hard ${begun}`)
  pack()
  if (!values['dry-run']) describe(startedAt, key)
  run('git', 'tag', '--annotate', tag, '--message', `Purser ${version}`)
  for (const line of whatIsLeft()) console.log(line)
}

/** Runs `npm pack`, which builds each package from nothing. */
function pack(): void {
  if (!values['dry-run']) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
  }
  for (const each of publishedPackageFolders(root))
    run('npm', 'pack', each === '.' ? '.' : `./${each}`, '--pack-destination', folder)
  for (const project of pythonFolders()) run('python3', '-m', 'build', '--outdir', folder, project)
  run(process.execPath, join('tools', 'sbom.ts'), join(folder, 'sbom.cdx.json'))
}

function pythonFolders(): string[] {
  if (values['without-python']) return []
  const clients = join(root, 'clients')
  const names = existsSync(clients) ? readdirSync(clients) : []
  return names.filter((name) => existsSync(join(clients, name, 'pyproject.toml'))).map((name) => `clients/${name}`)
}

/** Fails before anything is changed if the Python client cannot be built. */
function assertPythonBuilds(): void {
  if (values['dry-run'] || pythonFolders().length === 0) return
  const { status } = spawnSync('python3', ['-m', 'build', '--version'])
  if (status !== 0)
    refuse('python3 -m build is not there: pip install build, or leave Python out with --without-python')
}

function describe(startedAt: Date, key: string | null): void {
  const files = readdirSync(folder).map((name) => join(folder, name))
  const sums = files.map((path) => `${sha256(path)}  ${path.slice(folder.length + 1)}\n`)
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
  const build: ReleaseBuildFacts = {
    version,
    commit: answer('git', 'rev-parse', 'HEAD'),
    npm: answer('npm', '--version'),
    lockFile: join(root, 'package-lock.json'),
    checks: values['already-checked'] ? 'none: said to be checked already' : 'npm run test:release',
    startedAt,
    finishedAt: new Date(),
  }
  const statement = releaseProvenance(files, build)
  const [name, content] =
    key === null ? ['provenance.json', statement] : ['provenance.dsse.json', signedProvenanceEnvelope(statement, key)]
  writeFileSync(join(folder, name), `${JSON.stringify(content, null, 2)}\n`)
  console.log(key === null ? 'The provenance is unsigned: give a key with --key' : 'The provenance is signed.')
}

/** The lines that a release changes, each before and after. */
function shown(changes: ReleaseChanges): string[] {
  return [...changes].flatMap(([path, text]) => {
    const before = new Set(readFileSync(join(root, path), 'utf8').split('\n'))
    const added = text.split('\n').filter((line) => !before.has(line))
    return [path, ...added.map((line) => `  + ${line.trim()}`)]
  })
}

function whatIsLeft(): string[] {
  return [
    values['dry-run']
      ? '\nNothing was changed. Afterwards, by hand:'
      : `\n${folder} is made. Nothing is published: by hand,`,
    `  git push --atomic origin HEAD ${tag}`,
    ...publishedPackageFolders(root).map((each) => `  npm publish ${folder}/<the tarball of ${each}> --access public`),
    ...pythonFolders().map(() => `  python3 -m twine upload ${folder}/purser_client-${version}*`),
    `  docker build --tag <registry>/purser:${version} . && docker push <registry>/purser:${version}`,
    `  helm package deploy/helm/purser --destination ${folder}/chart && helm push ${folder}/chart/purser-${version}.tgz oci://<registry>/charts`,
  ]
}
