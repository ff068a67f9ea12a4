import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { isProcessRunning } from '../../support/processes/process-tree.ts'
import { commandRig } from '../../support/records/command-rig.ts'
import { logged, nodesNow, servingIn, startSeveral } from './start-several.ts'

const LATE_MS = 30_000

const rig = commandRig({ isMigrated: true })

describe('a process of several', () => {
  it('is replaced where it hangs', async () => {
    const { process } = await startSeveral(rig)
    const [hanging, other] = (await nodesNow(rig)).map(({ processId }) => processId) as [number, number]
    globalThis.process.kill(hanging, 'SIGSTOP')
    const restarted = () => logged(process).find((line) => line['pid'] === hanging && line['signal'] === 'SIGKILL')
    await eventually('it is ended', () => restarted() !== undefined)
    await eventually('a third one serves', () => servingIn(process).length === 3, LATE_MS)
    expect(isProcessRunning(other)).toBe(true)
  })

  it('is replaced, until each ends again and again', async () => {
    const { process } = await startSeveral(rig, { PURSER_LOG_LEVEL: 'info' })
    const killed = new Set<number>()
    for (const over = AbortSignal.timeout(90_000); process.child.exitCode === null; over.throwIfAborted()) {
      for (const pid of servingIn(process)) {
        if (killed.has(pid) || !isProcessRunning(pid)) continue
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
