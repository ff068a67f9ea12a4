import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'

const dashboard = join(import.meta.dirname, '..', '..', 'dashboard')
const built = join(dashboard, 'dist')
const MOST_BYTES = 160_000

/** Scripts that the browser fetches with this text, before anything of it runs: by name. */
const fetchedWith = (text: string): string[] =>
  [...text.matchAll(/(?:from|import|src=|href=)\s*["'](?:\.\/|\/assets\/)([\w.-]+\.js)["']/g)].map(
    ([, name = '']) => name,
  )

const script = (name: string): string => readFileSync(join(built, 'assets', name), 'utf8')

/** With all that they import in turn. */
function closure(names: readonly string[]): Set<string> {
  const all = new Set<string>()
  const add = (name: string) => {
    if (all.has(name)) return
    all.add(name)
    for (const next of fetchedWith(script(name))) add(next)
  }
  for (const name of names) add(name)
  return all
}

const gzipped = (names: Iterable<string>): number =>
  [...names].reduce((sum, name) => sum + gzipSync(script(name)).length, 0)

describe('the first load of the dashboard', () => {
  let first: string[]
  let scripts: string[]
  beforeAll(() => {
    execFileSync(process.execPath, [join(dashboard, 'build.ts')])
    scripts = readdirSync(join(built, 'assets')).filter((name) => name.endsWith('.js'))
    first = fetchedWith(readFileSync(join(built, 'index.html'), 'utf8'))
  })

  it('is at most 160 kB of script, compressed, whichever page it begins with', () => {
    const sizes = scripts.map((name) => [name, gzipped(closure([...first, name]))] as const)
    expect(sizes.filter(([, bytes]) => bytes > MOST_BYTES)).toEqual([])
    expect(gzipped(closure(first))).toBeGreaterThan(50_000) // else nothing was found
  })

  it('is no more with all that the overview of a new account shows', () => {
    const shown = scripts.filter((name) => /^(?:overview|first-steps)-[\w-]{8}\.js$/.test(name))
    expect(shown).toHaveLength(2)
    expect(gzipped(closure([...first, ...shown]))).toBeLessThan(MOST_BYTES)
  })

  it('has React in a script of its own, and none of the pages', () => {
    const names = [...closure(first)]
    expect(names.filter((name) => name.startsWith('react-'))).toHaveLength(1)
    for (const page of ['changes', 'developers', 'overview', 'sign-in'])
      expect(names.filter((name) => name.startsWith(`${page}-`))).toEqual([])
  })

  it('runs nothing that the page itself holds: the policy of the service would refuse it', () => {
    const page = readFileSync(join(built, 'index.html'), 'utf8')
    expect(page).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/)
  })
})
