import { describe, expect, it } from 'vitest'
import { compileMerchantList } from './merchant-match.ts'

/** The processor time that work takes, in microseconds. Other processes do not count, so a busy machine changes nothing. */
function costOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

const COUNT = 800
const numbered = (shape: (text: string) => string) =>
  Array.from({ length: COUNT }, (_, index) => shape(index.toString(36).padStart(3, 'a')))

describe('the look-up of a name does not slow down with names of one shape', () => {
  const plain = [(text: string) => `${text}shop`, (text: string) => `${text}store`] as const
  it.each([
    [
      'with a word that may be in short',
      (text: string) => `a${text} mart qqqqqqqqqqqq`,
      (text: string) => `b${text} mart qqqqqqqqqqqq`,
    ],
    ['with words in short', (text: string) => `${text} computer services`, (text: string) => `x${text} comp svcs`],
    ['with the same beginning', (text: string) => `mart ${text} services`, (text: string) => `mart x${text} svcs`],
    ['with a last word that may be cut', (text: string) => `qqq mart ${text}`, (text: string) => `qqq mrt ${text}x`],
    ['with nothing but common words', (text: string) => `computer services ${text}`, () => 'comp svcs'],
  ])('%s', (_, listed, observed) => {
    const costs = [plain, [listed, observed] as const].map(([ofList, ofName]) => {
      const list = compileMerchantList(numbered(ofList))
      const names = numbered(ofName)
      const look = () => {
        for (const name of names) list.matches(name)
      }
      look() // compiles the names
      return Math.min(costOf(look), costOf(look), costOf(look))
    })
    const [usual = 0, hostile = 0] = costs
    expect(hostile).toBeLessThan(10 * usual + 20_000)
  })
})
