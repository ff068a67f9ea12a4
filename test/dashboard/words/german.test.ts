import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const lib = join(import.meta.dirname, '..', '..', '..', 'dashboard', 'src', 'lib')

/** In a process of its own, because the language of a process is that of the shell that started it: tests have English. */
function inGerman(expression: string): unknown {
  const script = `
    const { formatMoney } = await import(${JSON.stringify(join(lib, 'format.ts'))})
    const { amountFormatError, parseAmount } = await import(${JSON.stringify(join(lib, 'amount.ts'))})
    console.log(JSON.stringify(${expression}))`
  const env = { ...process.env, LC_ALL: 'de_DE.UTF-8' }
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    env,
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

it('money is written and read as in German where the browser is German', () => {
  expect(inGerman(`[formatMoney(123456, 'USD'), formatMoney(123456, 'EUR'), formatMoney(123456, 'JPY')]`)).toEqual([
    '1.234,56\u00a0$',
    '1.234,56\u00a0€',
    '123.456\u00a0¥',
  ])
  expect(inGerman(`[parseAmount('1.234,50', 'EUR'), parseAmount('25,50', 'USD')]`)).toEqual([123_450, 2550])
  expect(inGerman(`amountFormatError('USD')`)).toContain('25,50')
})
