import { eventually } from '../../../test/support/eventually.ts'
import type { NightAct } from './act.ts'

const IN_MS = 30_000

export const killedNodeNightAct: NightAct = {
  name: 'a node is killed',
  expects: ['PurserNodeDown'],
  play: async ({ slots: [, , killed], alerts, balancer, say }) => {
    say('kill -9 of a node')
    await killed.kill()
    await alerts.fires('PurserNodeDown')
    say('it is started again')
    await killed.start()
    await eventually('the balancer asks it again', () => balancer.isIn(killed.origin), IN_MS)
  },
}

/**
 * Sets a node's clock wrong. The node refuses to decide, and the balancer leaves it out. The node then refuses only the balancer's own
 * checks, and `PurserRefusals` counts them after five minutes.
 */
export const wrongClockNightAct: NightAct = {
  name: 'a clock is wrong',
  expects: ['PurserClockDifference'],
  may: ['PurserRefusals'],
  play: async ({ slots: [, , , wrong], alerts, balancer, say }) => {
    say('the clock of a node is set 30 s ahead')
    wrong.setClockWrong()
    await eventually('the balancer leaves it out', () => !balancer.isIn(wrong.origin), IN_MS)
    await alerts.fires('PurserClockDifference')
    say('the clock is set right')
    wrong.setClockWrong()
    await eventually('the balancer asks it again', () => balancer.isIn(wrong.origin), IN_MS)
  },
}
