import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { exitCodes } from './exit-codes.ts'

/** Writes the address of every module that a command loads to its standard error. */
const recorder = `
import { registerHooks } from 'node:module'
registerHooks({ load: (url, context, next) => (console.error('loaded ' + url), next(url, context)) })`

function run(words: readonly string[]) {
  const command = [
    '--import',
    `data:text/javascript,${encodeURIComponent(recorder)}`,
    join(import.meta.dirname, 'main.ts'),
  ]
  const env = { ...process.env, PURSER_URL: 'http://127.0.0.1:1/v1', PURSER_API_KEY: `sk_${'k'.repeat(40)}` }
  const { status, stderr } = spawnSync(process.execPath, [...command, ...words], { env, encoding: 'utf8' })
  const loaded = stderr.split('\n').flatMap((line) => (line.startsWith('loaded file:') ? [line.slice(7)] : []))
  const packages = loaded.flatMap((url) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? [])
  return { status, loaded, packages: [...new Set(packages)] }
}

/** The only package that quick commands of the shell load. `ipaddr.js` reads settings that are networks. */
const LIGHT = ['ipaddr.js']
const MOST_FILES = 70

describe('from the sources, where loading takes most of the time', () => {
  it.each([
    ['--help', 0],
    ['--version', 0],
    ['help settings', 0],
    ['start --help', 0],
    ['verify --help', 0],
    ['cards list', exitCodes.unreachable],
    ['freeze card_01kdvy2n7rj4t8w0q3m5x9zb6c', exitCodes.unreachable],
    ['cards create --customer cust_1 --per-auth 5000', exitCodes.unreachable],
  ])('purser %s loads neither the service nor a package that it does not need', (words, exitCode) => {
    const { status, loaded, packages } = run(words.split(' '))
    expect(status).toBe(exitCode)
    expect(packages).toEqual(LIGHT)
    expect(loaded.length).toBeLessThan(MOST_FILES)
    expect(loaded.length).toBeGreaterThan(10) // else no loaded module was recorded
  })
})
