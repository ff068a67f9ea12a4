import { compileMerchant, compileMerchantList } from '../../src/domain/merchant-match/merchant-match.ts'
import { merchantWhereabouts } from '../../src/domain/merchant-match/places/whereabouts.ts'

/** How many rounds each case is measured in. Other programs disturb some of many short rounds, but not most of them. */
const ROUNDS = 600
const TIMES = 25
const HOSTILE_ROUNDS = 40
const FIRST_NUMBER = 10_000

/**
 * The time of the yardstick on the machine for which the bars were set, when nothing else runs there. On a slower machine the times of the
 * decisions are divided by the same factor.
 */
const YARDSTICK_MICROSECONDS = 10

interface Case {
  readonly title: string
  readonly run: (n: number) => unknown
}

/**
 * The processor time of matching a merchant's name: a new name, one that was seen before, a declined one, and hostile ones. The cases take
 * turns, one short round each, so that a slow moment of the machine falls on all of them. The lower quartile of a case's rounds counts,
 * because neighbours on a machine only ever add time.
 */
export function measureMatchSpeed(): { readonly decision: number; readonly hostile: number; readonly cold: number } {
  const many = Array.from({ length: 10_000 }, (_, n) => `Merchant ${n} of many`)
  const list = compileMerchantList([...many, 'Starbucks', 'Amazon', 'Tesco'])
  const where = merchantWhereabouts({ city: 'Islington', country: 'GB' })
  const shapes = [
    (n: number) => `STARBUCKS STORE ${n} SEATTLE WA`,
    (n: number) => `AMZN MKTP US*2K4AB1C${n}`,
    (n: number) => `SQ *BLUE BOTTLE ${n}`,
    (n: number) => `TESCO STORES-${n} MILL HILL`,
  ]
  const newName = (n: number) => shapes[n % shapes.length]?.(n) ?? ''
  console.log(`\nmicroseconds of processor time each, lower quartile and median of many rounds that take turns`)
  const [cold = 0] = quartiles([{ title: 'a new name, compiled', run: (n) => compileMerchant(newName(n)) }], ROUNDS)
  const among = ', looked up among 10,000'
  const decisions: readonly Case[] = [
    { title: `a new name${among}`, run: (n) => list.matches(newName(n)) },
    { title: `a new name at a place${among}`, run: (n) => list.matches(newName(n), where) },
    { title: `a new name that nobody has${among}`, run: (n) => list.matches(`SHADY REPAIRS ${n} MILL HILL`, where) },
    {
      title: `a new name with shortened words that nobody has${among}`,
      run: (n) => list.matches(`SHADY REPAIR CTR ${n} MILL HILL`, where),
    },
    { title: `a name seen before${among}`, run: () => list.matches('STARBUCKS STORE 01234 SEATTLE WA') },
  ]
  const [yardstick = 0, ...each] = quartiles([{ title: 'the yardstick', run: measure }, ...decisions], ROUNDS)
  const slowness = Math.max(1, yardstick / YARDSTICK_MICROSECONDS)
  const decision = Math.max(...each) / slowness
  console.log(
    `${decision.toFixed(2).padStart(8)}  the slowest decision, on a machine that is not busy (now ${slowness.toFixed(2)} times slower)`,
  )
  const pieces = "a|a |* |'s |a.com |new york |inc |0001 |e\u0301|st |st george |online ".split('|')
  const hostile = pieces.flatMap((piece) =>
    [250, 1000].map((length): Case => {
      const text = piece.repeat(length).slice(0, length)
      return { title: `${length} characters of ${JSON.stringify(piece)}`, run: (n) => list.matches(text + n, where) }
    }),
  )
  return { decision, hostile: Math.max(...quartiles(hostile, HOSTILE_ROUNDS)), cold }
}

/** A fixed amount of work on strings, maps and regular expressions, similar to a decision. No change of the matcher changes it. */
function measure(n: number): number {
  const counts = new Map<string, number>()
  for (let at = 0; at < 12; at += 1) {
    for (const word of `MERCHANT ${n + at} OF-MANY`.toLowerCase().split(/[ -]/)) {
      counts.set(word, (counts.get(word) ?? 0) + Number(/^[a-z]{3,}$/.test(word)))
    }
  }
  return counts.size
}

/** The lower quartile of the durations of each case of names, in the order of the cases. */
function quartiles(cases: readonly Case[], rounds: number): number[] {
  const times = cases.map((): number[] => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, { run }] of cases.entries())
      times[at]?.push(timed(run, FIRST_NUMBER + (at * rounds + round) * TIMES))
  }
  return cases.map(({ title }, at) => {
    const sorted = (times[at] ?? []).toSorted((a, b) => a - b)
    const [quartile = 0, median = 0] = [sorted[sorted.length >> 2], sorted[sorted.length >> 1]]
    console.log(`${quartile.toFixed(2).padStart(8)} ${median.toFixed(2).padStart(8)}  ${title}`)
    return quartile
  })
}

function timed(run: Case['run'], first: number): number {
  const start = process.cpuUsage()
  for (let n = 0; n < TIMES; n += 1) run(first + n)
  const { user, system } = process.cpuUsage(start)
  return (user + system) / TIMES
}
