import { expect, it } from 'vitest'
import { databaseServerProblem } from './server-check.ts'

it.each([
  'postgres://purser@one,two/purser',
  'postgres://purser:se%2Ccret@one:5432,two:5433/purser?target_session_attrs=read-write',
  'postgresql://one,two/purser',
])('%s has several hosts, which are refused without waiting for any', async (url) => {
  expect(await databaseServerProblem(url)).toContain('several hosts')
})

it('a comma elsewhere is no second host', async () => {
  // No server listens at this port: the URL is accepted, and the connection is refused.
  await expect(databaseServerProblem('postgres://pur,ser:a,b@127.0.0.1:1/purser?options=a,b')).rejects.toThrow(
    'ECONNREFUSED',
  )
})
