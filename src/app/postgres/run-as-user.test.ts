import { tmpdir } from 'node:os'
import { expect, it, vi } from 'vitest'
import { ownIdentity } from './identity.ts'
import { RefusedWork, runAs, runInFolder } from './run-as-user.ts'

const identity = ownIdentity()

it('the shell shows a script nothing of our environment, which holds secrets', async () => {
  vi.stubEnv('PURSER_MASTER_KEY', 'hunter2')
  expect(await runAs(identity, 'env', [])).not.toContain('hunter2')
  vi.unstubAllEnvs()
})

it('the shell gives arguments as they are', async () => {
  const args = ['$HOME', "it's", '; false', '-n']
  expect(await runAs(identity, 'printf "%s|" "$@"', args)).toBe(`${args.join('|')}|`)
})

it('the shell tells a failure in the words of what failed', async () => {
  const work = runInFolder({ identity, cwd: '/', path: tmpdir() }, 'mkdir absent/below')
  await expect(work).rejects.toThrow(RefusedWork)
  await expect(work).rejects.toThrow(/absent\/below/)
})
