#!/usr/bin/env node
/**
 * The command `purser`, in JavaScript that old Node versions read: it finds the Node to run on. A git checkout brings one and is run from
 * its sources; an installed package is compiled and runs on the Node that started it.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const OLDEST_MAJOR = 24
const OPERATOR_ERROR = 2
const urlOf = (file) => new URL(`../${file}`, import.meta.url)
const pathOf = (file) => fileURLToPath(urlOf(file))

const sources = 'src/cli/main.ts'
const cache = compileCache()
if (cache !== null && module.enableCompileCache !== undefined) module.enableCompileCache(cache)

if (existsSync(urlOf(sources))) await startCheckout()
else if (Number.parseInt(process.versions.node, 10) >= OLDEST_MAJOR) await import(urlOf('dist/src/cli/main.js'))
else refuse(`Node ${OLDEST_MAJOR} or newer is needed, this is ${process.version}. Get it from https://nodejs.org`)

async function startCheckout() {
  const { findNode } = await import(urlOf('tools/runtime/find-node.mjs'))
  const { path, problem } = findNode()
  if (path === undefined) refuse(problem)
  else if (realpathSync(path) === process.execPath) await import(urlOf(sources))
  else runOn(path)
}

/**
 * The folder in which Node keeps compiled code, which halves the time of a short command. Null where this user has no folder of their own for
 * it: whoever can write there decides what runs.
 */
function compileCache() {
  const { NODE_COMPILE_CACHE, XDG_CACHE_HOME, HOME } = process.env
  if (NODE_COMPILE_CACHE) return NODE_COMPILE_CACHE
  const above = XDG_CACHE_HOME || (HOME && join(HOME, '.cache'))
  if (!above || process.getuid === undefined) return null
  const folder = join(above, 'purser', 'compiled')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const { uid, mode } = statSync(folder)
    return uid === process.getuid() && (mode & 0o022) === 0 ? folder : null
  } catch {
    return null
  }
}

function refuse(problem) {
  console.error(`purser: ${problem}`)
  process.exitCode = OPERATOR_ERROR
}

/** Hands over to another Node: streams, signals and the exit code are the command's own. */
function runOn(node) {
  const words = process.argv.slice(2)
  const tuning = words[0] === 'start' ? ['--max-semi-space-size=64'] : []
  const args = ['--disable-sigusr1', ...tuning, pathOf(sources), ...words]
  const env = cache === null ? process.env : { ...process.env, NODE_COMPILE_CACHE: cache }
  const child = spawn(node, args, { stdio: 'inherit', env })
  // Ctrl-C on a terminal reaches both at once; told twice, a service would not finish what is in flight.
  const isOnTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY
  process.on('SIGINT', () => isOnTerminal || child.kill('SIGINT'))
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(`purser: ${node} cannot be run: ${error.message}`)
    process.exitCode = OPERATOR_ERROR
  })
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}
