import { type ListedBrand, listedBrands } from '../../tools/merchant-names/brands.ts'
import { type RandomNumbers, randomNumbersFromSeed, type LabelledSample } from './sample.ts'

const PER_KIND = 500

const offers =
  `SUPPORT|REPAIRS|GIFT CARDS|REFUNDS|CHEAP|RESELLER|OUTLET DEALS|TECH HELP|ACCOUNTS|KEYS|CREDITS|HELPDESK|VERIFY|BILLING DEPT
  |CUSTOMER CARE|FANSHOP|REWARDS|PROMO|COUPONS|LOGIN|RECHARGE|TOP UP|LIQUIDATION|WHOLESALE 4 LESS|SERVICE CENTER|PARTS|KUNDENDIENST|GUTSCHEINE
  |REPARATUR|REMBOURSEMENT|CADEAUX|SOPORTE|REGALOS|ASSISTENZA|RIMBORSI|KLANTENSERVICE|SERWIS|ASSISTENCIA|TERUGBETALING|PRESENTKORT`
    .split('|')
    .map((offer) => offer.trim())
const tails = [
  '',
  '',
  ' 1234',
  ' LONDON GB',
  ' INC',
  ' SEATTLE WA',
  ' ONLINE',
  ' STORE 0042',
  ' LTD',
  '.COM',
  ' #12',
  ' PARIS',
  ' GMBH BERLIN',
]
const befores = ['CHEAP', 'MY', 'FAKE', 'BUY', 'GET', 'NOT', 'MR', 'CLUB', 'TEAM', 'PRO', 'MEIN', 'MON', 'TU', 'IL MIO']

/** Letters that look like other letters, of the same script or of another one. */
const alike: Readonly<Record<string, string>> = {
  A: 'АΑ4',
  B: 'ВΒ8',
  C: 'СϹ',
  E: 'ЕΕ3',
  H: 'НΗ',
  I: 'І1Ι',
  K: 'КΚ',
  L: '1',
  M: 'МΜ',
  N: 'Ν',
  O: 'ОΟ0',
  P: 'РΡ',
  S: 'Ѕ5',
  T: 'ТΤ7',
  X: 'ХΧ',
  Y: 'УΥ',
  Z: 'Ζ2',
}

/**
 * Merchants that want to be paid by a card that is limited to another merchant, and that have a very similar name. They are made from
 * brands of name-suggestion-index.
 */
export function impostorNames(): LabelledSample[] {
  const brands = listedBrands().filter(({ name }) => /^[A-Za-z][A-Za-z '&-]{3,}$/.test(name))
  const random = randomNumbersFromSeed(77)
  const of = (kind: string, write: (name: string) => string | null) =>
    Array.from({ length: PER_KIND }, () => {
      const brand = random.pick(brands)
      const observed = write(brand.name.toUpperCase())
      const source = `impostor of ${brand.countries[0] ?? 'ZZ'}`
      return observed === null ? [] : [{ source, kind, observed, listed: brand.name }]
    }).flat()
  return [
    ...of('squatters, words behind', (name) => `${name} ${random.pick(offers)}${random.pick(tails)}`),
    ...of('squatters, words before', (name) => `${random.pick(befores)} ${name}${random.pick(tails)}`),
    ...of(
      'squatters, on the web',
      (name) =>
        `${name.replaceAll(/[^A-Z]/g, '')}${random.pick(['-HELP.COM', 'SUPPORT.COM', '.SHOP', '.CO', '-DEALS.COM', 'PAY.COM', '.COM.EVIL.COM', 'STORE.XYZ'])}`,
    ),
    ...of('look-alike characters', (name) => lookAlike(name, random)),
    ...of('slips of the pen', (name) => slip(name, random)),
    ...of('behind who pays persons', (name) => `${random.pick(['CASH APP*', 'VENMO *', 'ZELLE *', 'KLARNA*'])}${name}`),
    ...of('another, behind a facilitator', (name) => {
      const other = random.pick(brands).name.toUpperCase()
      return runOf(other).startsWith(runOf(name)) || runOf(name).startsWith(runOf(other))
        ? null
        : `${random.pick(['SQ *', 'PAYPAL *', 'SUMUP *', 'TST* '])}${other}`
    }),
    ...sisters(brands, random),
  ]
}

function lookAlike(name: string, random: RandomNumbers): string | null {
  const at = random.below(name.length)
  const letters = alike[name[at] ?? '']
  return letters === undefined
    ? null
    : name.slice(0, at) + random.pick(Array.from(letters)) + name.slice(at + 1) + random.pick(tails)
}

/** The name with one letter added, removed, replaced or swapped, as an impostor may write it. */
function slip(name: string, random: RandomNumbers): string | null {
  const at = 1 + random.below(name.length - 2)
  const [here = '', next = ''] = name.slice(at, at + 2)
  if (!/[A-Z]/.test(here) || !/[A-Z]/.test(next) || here === next || next === 'S') return null
  const wrong = String.fromCharCode(65 + random.below(26))
  const ways = [here + here + next, next, next + here, wrong === here ? here + here + next : wrong + next]
  return name.slice(0, at) + random.pick(ways) + name.slice(at + 2)
}

/**
 * Two companies of name-suggestion-index, where the name of one continues that of the other: an owner, a sister company, or one without any
 * relation.
 */
function sisters(brands: readonly ListedBrand[], random: RandomNumbers): LabelledSample[] {
  const byName = new Map(brands.map((brand) => [brand.name.toUpperCase(), brand]))
  return brands.flatMap(({ name, wikidata }) => {
    const words = name.toUpperCase().split(' ')
    const shorter = byName.get(words.slice(0, -1).join(' '))
    if (shorter === undefined || shorter.wikidata === wikidata || words.length < 2) return []
    const source = `impostor of ${shorter.countries[0] ?? 'ZZ'}`
    const observed = `${name.toUpperCase()}${random.pick(['', ' 1234', ' LTD'])}`
    return [{ source, kind: 'owner or sister brands', observed, listed: shorter.name }]
  })
}

const runOf = (name: string) => name.replaceAll(/[^A-Z]/g, '')
