import { describe, expect, it } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '../../lib/clock.ts'
import { type MessageHour, type NotificationSendDecision, decideNotificationSend } from './message-hour.ts'

const T0 = Date.parse('2026-01-31T12:00:00.000Z')
const NONE: MessageHour = { startedAt: 0, sent: 0, kept: [], counting: null }

/** Plays deliveries of one receiver about one agent that fall due, and returns what is decided about each. */
function someHour() {
  let hour = NONE
  const gone = new Set<string>()
  const due = (delivery: string, at: number, isRetry = false): NotificationSendDecision => {
    const isDue = (id: string) => !gone.has(id)
    const message = { deliveryId: delivery, aboutId: `int_${delivery}`, isRetry }
    const outcome = decideNotificationSend(hour, message, { now: T0 + at, isDue })
    hour = outcome.hour
    return outcome.turn
  }
  const sendTen = (at = 0) => Array.from({ length: 10 }, (_, i) => due(`${at}-${i}`, at))
  return { due, sendTen, goes: (delivery: string) => gone.add(`int_${delivery}`) }
}

describe('messages about one agent', () => {
  it('are ten in an hour, then one that counts those that still wait, then none until the hour is over', () => {
    const { due, sendTen, goes } = someHour()
    expect(new Set(sendTen().map(({ turn }) => turn))).toEqual(new Set(['send']))
    expect(due('a', 1000)).toEqual({ turn: 'wait', until: T0 + 1000 + 30 * SECOND_MS })
    for (const later of ['b', 'c', 'd']) expect(due(later, 2000)).toEqual({ turn: 'drop' })
    goes('c')
    expect(due('a', 31_000)).toEqual({ turn: 'count', count: 3 })
    expect(due('a', 6 * MINUTE_MS, true)).toEqual({ turn: 'count', count: 3 }) // the mail server did not take the mail
    expect(due('e', 7 * MINUTE_MS)).toEqual({ turn: 'wait', until: T0 + 60 * MINUTE_MS })
    expect(due('f', 8 * MINUTE_MS)).toEqual({ turn: 'drop' })
    expect(due('e', 60 * MINUTE_MS)).toEqual({ turn: 'count', count: 2 })
    expect(due('g', 61 * MINUTE_MS)).toEqual({ turn: 'send' })
  })

  it('are none about what waits no more, and these are not counted', () => {
    const { due, sendTen, goes } = someHour()
    for (let i = 0; i < 50; i += 1) {
      goes(`gone-${i}`)
      expect(due(`gone-${i}`, i)).toEqual({ turn: 'drop' })
    }
    expect(sendTen(100).every(({ turn }) => turn === 'send')).toBe(true)
    expect(due('a', 200)).toMatchObject({ turn: 'wait' })
    due('b', 300)
    goes('a')
    goes('b')
    expect(due('a', 200 + 30 * SECOND_MS)).toEqual({ turn: 'drop' })
    expect(due('c', MINUTE_MS)).toMatchObject({ turn: 'wait' })
    expect(due('c', 2 * MINUTE_MS)).toEqual({ turn: 'count', count: 1 })
  })

  it('that were sent and not taken are sent again, and count once', () => {
    const { due } = someHour()
    for (let i = 0; i < 30; i += 1) expect(due('a', i, i > 0)).toEqual({ turn: 'send' })
    for (let i = 0; i < 9; i += 1) expect(due(`b${i}`, 50)).toEqual({ turn: 'send' })
    expect(due('c', 60)).toMatchObject({ turn: 'wait' })
  })

  it('are counted by another one where the one that was to count them is lost', () => {
    const { due, sendTen } = someHour()
    sendTen()
    due('a', 1000)
    due('b', 2000)
    expect(due('c', 20 * MINUTE_MS)).toEqual({ turn: 'count', count: 3 })
    expect(due('d', 61 * MINUTE_MS)).toEqual({ turn: 'send' })
  })
})
