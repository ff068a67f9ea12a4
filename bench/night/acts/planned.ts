import { statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { versionBefore } from '../../../test/nodes/versions/checkouts.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { runPurser, type NodePort } from '../stage/nodes.ts'
import type { NightStage } from '../stage/stage.ts'
import type { NightAct } from './act.ts'

const QUIET_MS = 20_000
const AFTERWARDS_MS = 5000
const IN_MS = 30_000

export const quietPeriodNightAct: NightAct = { name: 'quiet', expects: [], play: () => delay(QUIET_MS) }

export const backupNightAct: NightAct = {
  name: 'backup under load',
  expects: [],
  play: async (stage) => {
    const folder = join(stage.folder, 'backups')
    await mkdir(folder)
    const begunAt = Date.now()
    const created = await runPurser(['backup', 'create', folder], stage.address.databaseUrl)
    const file = String(created['file'])
    stage.say(`purser backup create: ${String(created['rows'])} rows, ${statSync(file).size} bytes`)
    const checked = await runPurser(['backup', 'check', file], stage.address.databaseUrl)
    stage.say(`purser backup check: the master key ${String(checked['masterKey'])} it`)
    stage.backup = { file, begunAt }
    await delay(AFTERWARDS_MS)
  },
}

/** Upgrades the nodes as docs/guides/upgrading.md says: start a new node, wait until it is ready, stop an old one. */
export const upgradeNightAct: NightAct = {
  name: 'upgrade',
  expects: [],
  play: async (stage) => {
    const [one, two, three, four] = stage.slots
    if (!versionBefore.isMet)
      stage.say('git does not have the version before: both nodes are replaced by the same version')
    await replace(stage, one, { by: three, beside: two })
    await replace(stage, two, { by: four, beside: three })
    await delay(AFTERWARDS_MS)
  },
}

async function replace(
  stage: NightStage,
  old: NodePort,
  { by, beside }: { by: NodePort; beside: NodePort },
): Promise<void> {
  await by.start()
  await stage.scrape([old, by, beside])
  await eventually('the balancer asks the new node', () => stage.balancer.isIn(by.origin), IN_MS)
  stage.say('a new node is ready: the old one is stopped')
  await stage.scrape([by, beside])
  await old.stop()
}
