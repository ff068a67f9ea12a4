import {
  compileMerchant,
  compileMerchantList,
  merchantMatches,
} from '../../src/domain/merchant-match/merchant-match.ts'
import { acceptedPairs, refusedPairs, type Pair } from '../../test/merchant-names/pairs.ts'

/**
 * How well and how fast names are matched: `node bench/merchant-match/run.ts`. Exits 1 on a false accept, below nine
 * tenths of the pairs to be recognized, or where a new name takes five times as long as on the machine of the baseline.
 */
const LEAST_RECALL = 0.9
const BASELINE_MICROSECONDS = 5

const matches = ({ observed, listed }: Pair) => merchantMatches(observed, listed)
const falseAccepts = report('to be refused, accepted', refusedPairs)
const recognized = report('to be recognized, recognized', acceptedPairs)

const list = compileMerchantList([
  ...Array.from({ length: 10_000 }, (_, n) => `Merchant ${n} of many`),
  'Starbucks',
  'Amazon',
])
const shapes = [
  (n: number) => `STARBUCKS STORE ${n} SEATTLE WA`,
  (n: number) => `AMZN MKTP US*2K4AB1C${n}`,
  (n: number) => `SQ *BLUE BOTTLE ${n}`,
  (n: number) => `GITHUB, INC. #${n}`,
]
const newName = (n: number) => shapes[n % shapes.length]?.(n) ?? ''
console.log('\nmicroseconds of processor time each, median of nine rounds')
const cold = microseconds('a new name, compiled', (n) => compileMerchant(newName(n)))
microseconds('a new name, looked up among 10,000', (n) => list.matches(newName(n)))
microseconds('a name seen before, looked up among 10,000', () => list.matches('STARBUCKS STORE 01234 SEATTLE WA'))
for (const piece of ['a', 'a ', '* ', "'s ", 'a.com ', 'new york ', 'inc ', '0001 ', 'e\u0301']) {
  const hostile = piece.repeat(256).slice(0, 250)
  microseconds(`250 characters of ${JSON.stringify(piece)}`, (n) => compileMerchant(hostile + n))
}
microseconds('64 KiB', (n) => compileMerchant('a '.repeat(32_768) + n))

const recall = recognized / acceptedPairs.length
console.log(`\nfalse accepts ${falseAccepts} of ${refusedPairs.length}, recall ${(100 * recall).toFixed(1)} %`)
if (falseAccepts > 0 || recall < LEAST_RECALL || cold > 5 * BASELINE_MICROSECONDS) process.exitCode = 1

function report(title: string, pairs: readonly Pair[]): number {
  console.log(`\n${title}`)
  for (const [kind, ofKind] of Map.groupBy(pairs, (pair) => pair.kind)) {
    console.log(`${String(ofKind.filter(matches).length).padStart(5)} of ${String(ofKind.length).padStart(3)}  ${kind}`)
  }
  return pairs.filter(matches).length
}

function microseconds(title: string, run: (n: number) => unknown): number {
  const rounds = Array.from({ length: 9 }, (_, round) => {
    const times = 2000
    const start = process.cpuUsage()
    for (let n = 0; n < times; n += 1) run(10_000 + round * times + n)
    const { user, system } = process.cpuUsage(start)
    return (user + system) / times
  })
  const median = rounds.toSorted((a, b) => a - b)[4] ?? 0
  console.log(`${median.toFixed(2).padStart(8)}  ${title}`)
  return median
}
