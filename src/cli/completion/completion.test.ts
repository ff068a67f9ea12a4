import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { testsWithNeeds, shellTestNeed } from '../../../test/support/needs.ts'
import { shellCommandGroups } from '../commands.ts'
import { bashCompletionScript } from './bash.ts'
import { shellCompletionEntries } from './completable.ts'
import { fishCompletionScript } from './fish.ts'
import { zshCompletionScript } from './zsh.ts'

const completables = await shellCompletionEntries(shellCommandGroups)
const folder = mkdtempSync(join(tmpdir(), 'purser-completion-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function written(name: string, script: string): string {
  const file = join(folder, name)
  writeFileSync(file, script)
  return file
}

const lines: readonly [line: string, offered: readonly string[], notOffered: readonly string[]][] = [
  ['purser ca', ['cards'], ['customers', 'list']],
  ['purser cards fr', ['freeze'], ['unfreeze', 'cards']],
  ['purser cards create --per-', ['--per-auth', '--per-day'], ['--cursor']],
  ['purser cards list --status fr', ['frozen'], ['active']],
  ['purser keys create bot --role app', ['approver'], ['admin']],
  ['purser completion z', ['zsh'], ['bash']],
  ['purser doctor --ig', ['--ignore'], ['--reason']],
  ['purser freeze card_1 --js', ['--json'], ['--all']],
]

testsWithNeeds(shellTestNeed('bash')).describe('the completion for bash', () => {
  const file = written('purser.bash', bashCompletionScript(completables))
  const offeredFor = (line: string): string[] => {
    const words = line.split(' ').map((word) => `'${word}'`)
    const script = `source ${file}; COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _purser; printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout, stderr, status } = spawnSync('bash', ['--norc', '-eu', '-c', script], { encoding: 'utf8' })
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
    return stdout.trim().split('\n')
  }

  it.each(lines)('of "%s"', (line, offered, notOffered) => {
    const words = offeredFor(line)
    expect(words).toEqual(expect.arrayContaining([...offered]))
    expect(words.filter((word) => notOffered.includes(word))).toEqual([])
  })

  it('offers files for a flag that takes a path', () => {
    expect(offeredFor(`purser cards create --data @${folder}/pur`)).toContain(file)
  })
})

testsWithNeeds(shellTestNeed('fish')).describe('the completion for fish', () => {
  const file = written('purser.fish', fishCompletionScript(completables))

  it.each(lines)('of "%s"', (line, offered, notOffered) => {
    const { stdout, stderr } = spawnSync('fish', ['--no-config', '-c', `source ${file}; complete -C '${line}'`], {
      encoding: 'utf8',
      env: { ...process.env, HOME: folder },
    })
    expect(stderr).toBe('')
    const words = stdout.split('\n').map((each) => each.split('\t')[0])
    expect(words).toEqual(expect.arrayContaining([...offered]))
    expect(words.filter((word) => notOffered.includes(word ?? ''))).toEqual([])
  })
})

testsWithNeeds(shellTestNeed('zsh')).describe('the completion for zsh', () => {
  const file = written('purser.zsh', zshCompletionScript(completables))
  /** Stubs of the functions of zsh's completion system, which work only while somebody presses Tab. The stubs print what they are given. */
  const stubs = `compdef() { : }; _describe() { print -l -- "\${(@P)2}" }; _arguments() { print -l -- "$@" }`

  it.each(lines)('of "%s"', (line, offered) => {
    const words = line.split(' ')
    const script = `${stubs}; source ${file}; words=(${words.join(' ')}); CURRENT=${words.length}; _purser`
    const { stdout, stderr } = spawnSync('zsh', ['-f', '-c', script], {
      encoding: 'utf8',
      env: { ...process.env, HOME: folder },
    })
    expect(stderr).toBe('')
    for (const word of offered) expect(stdout).toMatch(new RegExp(`(?:^|[( ])${word}(?:[:=\\[) ])`, 'm'))
  })
})

it('the scripts hold every command and action', () => {
  const scripts = [bashCompletionScript, zshCompletionScript, fishCompletionScript].map((make) => make(completables))
  expect(completables.entries.length).toBeGreaterThan(80)
  for (const { name } of completables.entries) {
    for (const script of scripts) expect(script).toContain(name)
  }
})
