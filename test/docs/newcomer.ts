import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { copyCheckout, committedFiles } from '../support/processes/copy-checkout.ts'
import { PURSER_ENTRY_FILE } from '../support/processes/purser-bundle.ts'
import { freePort } from '../support/receivers/free-port.ts'
import { NODE_COMPILE_CACHE } from '../support/processes/test-process.ts'
import type { TerminalOptions } from './terminal.ts'

/** Somebody who follows a guide: an empty home, the machine's own Node, and a checkout. */
export interface Newcomer {
  readonly terminal: TerminalOptions
  /** The text with the ports of the guides made free ones. */
  atFreePorts(text: string): string
  leave(): void
}

const ROOT = join(import.meta.dirname, '..', '..')

/** The ports that guides name: Purser's, and a receiver's. */
const PORTS = ['8420', '8430', '8431']

/** Without these some machines reach no package registry. */
const WAYS_OUT = ['NODE_EXTRA_CA_CERTS', 'HTTPS_PROXY', 'https_proxy', 'NO_PROXY', 'no_proxy']

/** What takes the network is done already: packages are installed. */
const NPM = `#!/bin/sh
[ "$1" = ci ] || PATH="\${PATH#*:}" exec npm "$@"
`
/** `npx --no purser` runs the bundle: whether npx finds the checkout's command is a test of its own (`test/package/first-command.long.pg.test.ts`). */
const NPX = `#!/bin/sh
[ "$1 $2" = '--no purser' ] || PATH="\${PATH#*:}" exec npx "$@"
shift 2
exec '${process.execPath}' '${join(ROOT, PURSER_ENTRY_FILE)}' "$@"
`
/** A reply with an error ends the command with one: otherwise `curl -s` hides it. */
const CURLRC = 'fail-with-body\nmax-time = 60\n'

/** With the checkout under test, as after `npm ci`. */
export async function welcome(deadlineMs: number): Promise<Newcomer> {
  const folder = anEmptyHome()
  const checkout = join(folder, 'purser')
  mkdirSync(checkout)
  const names = new Set(committedFiles().map((file) => file.split('/')[0] ?? ''))
  for (const name of [...names, 'node_modules']) symlinkSync(join(ROOT, name), join(checkout, name))
  writeFileSync(join(folder, 'bin', 'npm'), NPM, { mode: 0o755 })
  writeFileSync(join(folder, 'bin', 'npx'), NPX, { mode: 0o755 })
  return newcomer(folder, checkout, deadlineMs)
}

/** With a clone of the last commit in which nothing is installed yet. */
export async function welcomeToClone(deadlineMs: number): Promise<Newcomer> {
  const folder = anEmptyHome()
  const checkout = join(folder, 'purser')
  execFileSync('git', ['clone', '--quiet', ROOT, checkout])
  return newcomer(folder, checkout, deadlineMs)
}

/** With a copy of the checkout in which nothing is installed yet. `path` is searched before the machine's own; `env`: beside the rest. */
export async function welcomeToCopy(
  deadlineMs: number,
  { path, env }: { path: string; env: Readonly<Record<string, string>> },
): Promise<Newcomer> {
  const folder = anEmptyHome()
  const checkout = join(folder, 'purser')
  copyCheckout(checkout)
  const { terminal, ...rest } = await newcomer(folder, checkout, deadlineMs)
  const PATH = [path, terminal.env['PATH']].join(delimiter)
  return { ...rest, terminal: { ...terminal, env: { ...terminal.env, ...env, PATH } } }
}

function anEmptyHome(): string {
  const folder = mkdtempSync(join(tmpdir(), 'purser-newcomer-'))
  chmodSync(folder, 0o755) // the embedded PostgreSQL of a root is another user's
  for (const name of ['home', 'bin', 'clipboard']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'home', '.curlrc'), CURLRC)
  return folder
}

async function newcomer(folder: string, cwd: string, deadlineMs: number): Promise<Newcomer> {
  const ports = new Map(await Promise.all(PORTS.map(async (port) => [port, await freePort()] as const)))
  const env = {
    PATH: [join(folder, 'bin'), ...pathOfTheMachine()].join(delimiter),
    HOME: join(folder, 'home'),
    NODE_COMPILE_CACHE, // half of what each command takes
    LANG: 'C.UTF-8',
    PORT: ports.get('8420') ?? '',
    npm_config_audit: 'false', // asks a registry about what is installed, which no guide needs
    PURSER_RATE_LIMIT: 'off', // nobody reads so fast: all guides together ask more in a minute than a key may
    ...Object.fromEntries(WAYS_OUT.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
  }
  return {
    terminal: { cwd, env, clipboard: join(folder, 'clipboard'), deadlineMs },
    atFreePorts: (text) => text.replaceAll(/\b84(?:20|30|31)\b/g, (port) => ports.get(port) ?? port),
    leave: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Without what `npm run` puts before it: a newcomer has the Node of the machine. */
const pathOfTheMachine = (): string[] =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((each) => !each.includes('node_modules') && !each.includes('node-gyp-bin'))
