/**
 * Builds a published package: `node tools/build.ts server` or `client`, before each `npm pack`. It begins with an empty folder, so that no
 * file of an earlier build is packed.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lastGitCommit } from '../src/app/built-from.ts'

const root = join(import.meta.dirname, '..')
const client = join(root, 'clients', 'typescript')
const compile = (project: string, ...more: string[]): void => {
  execFileSync('tsc', ['-p', project, ...more], { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
}
const dropped = (path: string): void => rmSync(path, { recursive: true, force: true })

const builds: Readonly<Record<string, () => void>> = {
  server() {
    dropped(join(root, 'dist'))
    compile('tsconfig.build.json')
    execFileSync('node', [join(root, 'dashboard', 'build.ts')], { cwd: root, stdio: 'inherit' })
    const from = lastGitCommit(root)
    if (from !== null) writeFileSync(join(root, 'dist', 'built-from.json'), `${JSON.stringify(from)}\n`)
  },

  /**
   * Builds the client twice, for `import` and for `require`. The package.json of a folder decides which module system its files and their
   * types use, so each build has one.
   */
  client() {
    dropped(join(client, 'dist'))
    compile(join(client, 'tsconfig.build.json'))
    compile(join(client, 'tsconfig.cjs.json'))
    writeFileSync(join(client, 'dist', 'cjs', 'package.json'), '{ "type": "commonjs" }\n')
    copyFileSync(join(root, 'LICENSE'), join(client, 'LICENSE'))
  },
}

const [name = ''] = process.argv.slice(2)
const build = builds[name]
if (build === undefined) throw new Error(`Build one of ${Object.keys(builds).join(', ')}`)
build()
