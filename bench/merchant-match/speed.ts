import { compileMerchant, compileMerchantList } from '../../src/domain/merchant-match/merchant-match.ts'
import { whereaboutsOf } from '../../src/domain/merchant-match/places/whereabouts.ts'

/**
 * The processor time of matching a name, as the median of nine rounds: a new name, one that was seen before, a declined one, and hostile
 * ones.
 */
export function speed(): { readonly decision: number; readonly hostile: number; readonly cold: number } {
  const many = Array.from({ length: 10_000 }, (_, n) => `Merchant ${n} of many`)
  const list = compileMerchantList([...many, 'Starbucks', 'Amazon', 'Tesco'])
  const where = whereaboutsOf({ city: 'Islington', country: 'GB' })
  const shapes = [
    (n: number) => `STARBUCKS STORE ${n} SEATTLE WA`,
    (n: number) => `AMZN MKTP US*2K4AB1C${n}`,
    (n: number) => `SQ *BLUE BOTTLE ${n}`,
    (n: number) => `TESCO STORES-${n} MILL HILL`,
  ]
  const newName = (n: number) => shapes[n % shapes.length]?.(n) ?? ''
  console.log('\nmicroseconds of processor time each, median of nine rounds')
  const cold = microseconds('a new name, compiled', (n) => compileMerchant(newName(n)))
  const decision = Math.max(
    microseconds('a new name, looked up among 10,000', (n) => list.matches(newName(n))),
    microseconds('a new name at a place, looked up among 10,000', (n) => list.matches(newName(n), where)),
    microseconds('a new name that nobody has, looked up among 10,000', (n) =>
      list.matches(`SHADY REPAIRS ${n} MILL HILL`, where),
    ),
    microseconds('a new name with shortened words that nobody has, looked up among 10,000', (n) =>
      list.matches(`SHADY REPAIR CTR ${n} MILL HILL`, where),
    ),
    microseconds('a name seen before, looked up among 10,000', () => list.matches('STARBUCKS STORE 01234 SEATTLE WA')),
  )
  const hostile = Math.max(
    ...[
      'a',
      'a ',
      '* ',
      "'s ",
      'a.com ',
      'new york ',
      'inc ',
      '0001 ',
      'e\u0301',
      'st ',
      'st george ',
      'online ',
    ].flatMap((piece) =>
      [250, 1000].map((length) => {
        const text = piece.repeat(length).slice(0, length)
        return microseconds(`${length} characters of ${JSON.stringify(piece)}`, (n) => list.matches(text + n, where))
      }),
    ),
  )
  return { decision, hostile, cold }
}

function microseconds(title: string, run: (n: number) => unknown): number {
  const rounds = Array.from({ length: 9 }, (_, round) => {
    const times = 500
    const start = process.cpuUsage()
    for (let n = 0; n < times; n += 1) run(10_000 + round * times + n)
    const { user, system } = process.cpuUsage(start)
    return (user + system) / times
  })
  const median = rounds.toSorted((a, b) => a - b)[4] ?? 0
  console.log(`${median.toFixed(2).padStart(8)}  ${title}`)
  return median
}
