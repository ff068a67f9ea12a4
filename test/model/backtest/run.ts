import { parseArgs } from 'node:util'
import { compareChanged, compareUnchanged, type Compared } from './compare.ts'

/**
 * Random histories, made again as they were and with changed rules, against an engine that lives through them with these:
 * `node test/model/backtest/run.ts --histories 1000 --seed 7`. Exits 1 where they differ.
 */
const { values } = parseArgs({
  options: { histories: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
})
const count = Number(values.histories)
const first = Number(values.seed)
const PURCHASES = 120

show('as they were', compareUnchanged)
show('with changed rules', compareChanged)

function show(what: string, compare: (seed: number, purchases: number) => Compared): void {
  const total = { decisions: 0, wouldDecline: 0, wouldApprove: 0, elsewhere: 0 }
  const codes = new Map<string, number>()
  const differences: string[] = []
  for (let seed = first; seed < first + count; seed += 1) {
    const compared = compare(seed, PURCHASES)
    for (const name of ['decisions', 'wouldDecline', 'wouldApprove', 'elsewhere'] as const)
      total[name] += compared[name]
    for (const code of compared.codes) codes.set(code, (codes.get(code) ?? 0) + 1)
    differences.push(...compared.differences)
  }
  console.log(`${count} histories ${what}:`, { ...total, reasons: codes.size, differences: differences.length })
  for (const line of differences.slice(0, 20)) console.log(line)
  if (differences.length > 0) process.exitCode = 1
}
