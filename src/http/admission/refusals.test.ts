import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { logServerRefusals, type ServerRefusal } from './refusals.ts'

let app: FastifyInstance
let lines: object[]
let counted: object[]
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  lines = []
  counted = []
  app = fastify()
  app.decorate('telemetry', {
    replied: () => undefined,
    refused: (refused) => void counted.push(refused),
    mcpCallsOpen: () => undefined,
    expose: () => Promise.resolve({ contentType: '', text: '' }),
  })
  const write = (level: string) => (fields: object, message: string) => lines.push({ level, ...fields, message })
  logServerRefusals(app, { logger: { error: write('error'), warn: write('warn'), info: write('info') } })
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const note = (more: Partial<ServerRefusal> = {}) =>
  app.refusals.note({ operation: 'createCard', reason: 'queue_full', fields: { requestId: 'a' }, ...more })

it('writes a line for each, with what names the request', () => {
  note()
  note({ reason: 'internal_error', fields: { requestId: 'b', err: 'broken' } })
  expect(lines).toEqual([
    { level: 'warn', requestId: 'a', operation: 'createCard', reason: 'queue_full', message: 'a request was refused' },
    {
      level: 'error',
      requestId: 'b',
      err: 'broken',
      operation: 'createCard',
      reason: 'internal_error',
      message: 'a request failed',
    },
  ])
})

it('writes five a second of one operation and reason, and then how many more there were; counts all of them', () => {
  for (let n = 0; n < 100; n += 1) note()
  note({ reason: 'fate_unknown' })
  note({ operation: 'getCard' })
  expect(lines).toHaveLength(7)
  vi.advanceTimersByTime(1000)
  expect(lines.slice(7)).toEqual([
    {
      level: 'warn',
      operation: 'createCard',
      reason: 'queue_full',
      more: 95,
      message: 'more requests were refused within a second',
    },
  ])
  for (let n = 0; n < 3; n += 1) note()
  vi.advanceTimersByTime(5000)
  expect(lines).toHaveLength(11)
  expect(counted).toHaveLength(105)
})

it('says at the end how many more there were', async () => {
  for (let n = 0; n < 6; n += 1) note()
  await app.close()
  expect(lines.at(-1)).toMatchObject({ more: 1 })
})
