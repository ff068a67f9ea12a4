import { tmpdir } from 'node:os'
import { expect, it, vi } from 'vitest'
import { ownSystemUser } from './identity.ts'
import { FailedScriptError, runScriptAsUser, runScriptInFolder } from './run-as-user.ts'

const identity = ownSystemUser()

it('the shell shows a script nothing of our environment, which holds secrets', async () => {
  vi.stubEnv('PURSER_MASTER_KEY', 'hunter2')
  expect(await runScriptAsUser(identity, 'env', [])).not.toContain('hunter2')
  vi.unstubAllEnvs()
})

it('the shell gives arguments as they are', async () => {
  const args = ['$HOME', "it's", '; false', '-n']
  expect(await runScriptAsUser(identity, 'printf "%s|" "$@"', args)).toBe(`${args.join('|')}|`)
})

it('the shell tells a failure in the words of what failed', async () => {
  const work = runScriptInFolder({ identity, cwd: '/', path: tmpdir() }, 'mkdir absent/below')
  await expect(work).rejects.toThrow(FailedScriptError)
  await expect(work).rejects.toThrow(/absent\/below/)
})
