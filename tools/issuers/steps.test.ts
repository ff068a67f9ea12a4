import { expect, it } from 'vitest'
import { assertSame, SkippedSandboxStep, runSandboxSteps } from './steps.ts'

const step = (name: string, run: () => Promise<string>, isNeeded = false) => ({ name, isNeeded, run })
const well = () => Promise.resolve('')

async function shown(steps: Parameters<typeof runSandboxSteps>[0]) {
  const lines: string[] = []
  const isWell = await runSandboxSteps(steps, (line) => lines.push(line.replace(/ +\d+\.\d s {2}/, ' ')))
  return { isWell, lines }
}

it('shows each step, and what could not be tried', async () => {
  const steps = [
    step('one', () => Promise.resolve('12 ms')),
    step('two', () => Promise.reject(new SkippedSandboxStep('why'))),
  ]
  expect(await shown(steps)).toEqual({ isWell: true, lines: ['passed one: 12 ms', 'skipped two: why'] })
})

it('fails where one has failed, and goes on unless it is needed', async () => {
  const wrong = () => Promise.resolve().then(() => (assertSame('the amount', 2, 1), ''))
  expect(await shown([step('one', wrong), step('two', well)])).toEqual({
    isWell: false,
    lines: ['FAILED one: the amount is 2 and should be 1', 'passed two'],
  })
  expect(await shown([step('one', wrong, true), step('two', well)])).toEqual({
    isWell: false,
    lines: ['FAILED one: the amount is 2 and should be 1', 'skipped two: it needs "one"'],
  })
})
