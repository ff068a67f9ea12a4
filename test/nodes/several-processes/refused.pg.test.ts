import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { commandRig } from '../../support/records/command-rig.ts'
import { SEVERAL } from './start-several.ts'

const rig = commandRig()

describe('several processes are refused', () => {
  it.each([
    {
      env: { PURSER_PROCESSES: '0' },
      says: 'PURSER_PROCESSES must be auto or a whole number from 1 to 64; "0" is not',
    },
    { env: { PURSER_PROCESSES: '65' }, says: 'PURSER_PROCESSES must be' },
    { env: { PURSER_PROCESSES: 'all' }, says: 'PURSER_PROCESSES must be' },
    {
      env: { PURSER_PROCESSES: '4', PURSER_DATABASE_CONNECTIONS: '15' },
      says: 'PURSER_DATABASE_CONNECTIONS=15 is too few for the 4 processes of PURSER_PROCESSES=4: each needs 4',
    },
    {
      env: { PURSER_PROCESSES: '2', PURSER_TEST_CLOCK: 'true' },
      says: 'PURSER_TEST_CLOCK=true is refused with PURSER_PROCESSES=2',
    },
  ])('with $env', async ({ env, says }) => {
    const { code, stdout, stderr } = await rig.run(['start'], env)
    expect([code, stdout]).toEqual([2, []])
    expect(stderr).toContain(says)
  })

  it.each(['PORT', 'PURSER_METRICS_PORT'])('where %s is taken', async (name) => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const { code, stderr } = await rig.run(['start'], { ...SEVERAL, [name]: String(port) })
    server.close()
    expect(code).toBe(2)
    expect(stderr).toContain(`purser: ${name}=${port} is in use on 127.0.0.1`)
  })
})
