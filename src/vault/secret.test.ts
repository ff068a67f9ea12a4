import { inspect } from 'node:util'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { Secret } from './secret.ts'

const text = '4000001234567899'
const secret = new Secret(text)

describe('secret', () => {
  const logged: string[] = []
  pino({ level: 'debug' }, { write: (line) => logged.push(line) }).debug({ secret, nested: { list: [secret] } }, 'a')

  it.each([
    ['String', String(secret)],
    ['a joined list', ['is', secret].join(' ')],
    ['JSON', JSON.stringify({ secret })],
    ['inspection', inspect({ secret }, { depth: 9, showHidden: true })],
    ['an error', inspect(new Error('failed', { cause: secret }))],
    ['its entries', JSON.stringify(Object.entries(secret))],
    ['a clone', inspect(structuredClone(secret))],
    ['a log line', logged.join('')],
  ])('is not printed by %s', (_, printed) => {
    expect(printed).not.toContain(text)
  })

  it('gives its text only when asked', () => {
    expect(secret.reveal()).toBe(text)
    expect(secret.equals(text)).toBe(true)
    expect(secret.equals(text.slice(1))).toBe(false)
  })
})
