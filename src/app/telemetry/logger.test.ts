import { describe, expect, it } from 'vitest'
import { createLogger, logPostgres } from './logger.ts'

function logTo(lines: string[], level: 'debug' | 'info' = 'info') {
  return createLogger(level, { write: (line) => lines.push(line) })
}

describe('the logger', () => {
  it('lets no card number or key through, wherever it is put, and keeps its lines JSON', () => {
    const lines: string[] = []
    const logger = logTo(lines)
    const pan = '4242424242424242'
    const key = `sk_${'a'.repeat(40)}`
    logger.info({ card: { deep: [{ pan }] }, number: Number(pan) }, `read ${pan}`)
    logger.error({ err: new Error(`insert failed: (${pan}, ${key})`) }, 'failed')
    logger.warn({ headers: { authorization: `Bearer ${key}` } })
    for (const line of lines) {
      expect(line).not.toContain(pan)
      expect(line).not.toContain(key)
      expect(() => JSON.parse(line) as unknown).not.toThrow()
    }
    expect(lines).toHaveLength(3)
  })

  it('leaves its own times alone', () => {
    const lines: string[] = []
    logTo(lines).info('hello')
    expect(JSON.parse(lines[0] as string)).toMatchObject({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      msg: 'hello',
    })
  })

  it.each([
    { line: 'LOG:  checkpoint starting', level: 20 },
    { line: 'WARNING:  out of shared memory soon', level: 40 },
    { line: 'ERROR:  canceling statement', level: 40 },
    { line: 'FATAL:  could not write', level: 50 },
    { line: 'no level at all', level: 20 },
  ])('passes on what PostgreSQL says: $line', ({ line, level }) => {
    const lines: string[] = []
    logPostgres(logTo(lines, 'debug'))(line)
    expect(JSON.parse(lines[0] as string)).toMatchObject({
      level,
      part: 'postgres',
      msg: line.replace(/^[A-Z]+: +/, ''),
    })
  })
})
