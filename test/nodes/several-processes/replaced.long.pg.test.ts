import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { isRunning } from '../../support/processes/process-tree.ts'
import { commandRig } from '../../support/records/command-rig.ts'
import { logged, nodesNow, servingIn, SEVERAL, startSeveral } from './start-several.ts'

const LATE_MS = 30_000

const rig = commandRig()

describe('a process of several', () => {
  it('is replaced where it hangs', { timeout: 90_000 }, async () => {
    const { process } = await startSeveral(rig)
    const [hanging, other] = (await nodesNow(rig)).map(({ processId }) => processId) as [number, number]
    globalThis.process.kill(hanging, 'SIGSTOP')
    const restarted = () => logged(process).find((line) => line['pid'] === hanging && line['signal'] === 'SIGKILL')
    await eventually('it is ended', () => restarted() !== undefined, 60_000)
    await eventually('a third one serves', () => servingIn(process).length === 3, LATE_MS)
    expect(isRunning(other)).toBe(true)
  })

  it('is replaced, until each ends again and again', { timeout: 120_000 }, async () => {
    const { process } = await startSeveral(rig, { PURSER_LOG_LEVEL: 'info' })
    const killed = new Set<number>()
    for (const over = AbortSignal.timeout(90_000); process.child.exitCode === null; over.throwIfAborted()) {
      for (const pid of servingIn(process)) {
        if (killed.has(pid) || !isRunning(pid)) continue
        killed.add(pid)
        globalThis.process.kill(pid, 'SIGKILL')
      }
      await delay(50)
    }
    expect(await process.ended).toBe(1)
    expect(process.stderr.at(-1)).toContain('Every process ended again and again')
    expect(killed.size).toBeGreaterThanOrEqual(11)
  })
})

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

  it.each(['PORT', 'PURSER_METRICS_PORT'])('where %s is taken', { timeout: 60_000 }, async (name) => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const { code, stderr } = await rig.run(['start'], { ...SEVERAL, [name]: String(port) })
    server.close()
    expect(code).toBe(2)
    expect(stderr).toContain(`purser: ${name}=${port} is in use on 127.0.0.1`)
  })
})
