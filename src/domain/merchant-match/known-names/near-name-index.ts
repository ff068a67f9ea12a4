import type { CompiledMerchant } from '../compiled-merchant.ts'
import type { MerchantNameReading } from '../descriptor/readings.ts'
import { merchantNameShapeOf } from '../descriptor/shape.ts'

/**
 * Finds listed names that differ from an observed name by one slip of the pen. Listed names are indexed by their halves, because a slip
 * leaves at least one half of a name unchanged.
 */
export interface NearMerchantNameIndex {
  /** Finds the listed name that an observed name was most likely meant to be, or made to look like. Undefined: there is no such name. */
  find(readings: readonly MerchantNameReading[]): string | undefined
  /** Finds the only listed name that begins with all letters of an observed name, as "Powell's Books" does with POWELLS. */
  findOnlyBeginning(readings: readonly MerchantNameReading[]): string | undefined
}

const SHORTEST = 4
/** The fewest letters of a listed name that is suggested because an observed name begins with its words: "BP OXFORD". */
const SHORTEST_BEGINNING = 2
/** The fewest letters of an observed name that are compared with the beginnings of listed names. */
const SHORTEST_CUT = 8
/** The most words of a listed name that is sought within an observed name. */
const MOST_WORDS = 4
/** The most listed names with the same half that are compared with an observed name. One near name is enough to help a person. */
const MOST_COMPARED = 64

interface Named {
  readonly merchant: CompiledMerchant
  readonly listed: string
}

/**
 * Builds the index of near names. A near name is never a match, because an impostor may have chosen it to look like the listed name.
 * Declines mention the listed name, so that a person can judge.
 */
export function buildNearMerchantNameIndex(names: readonly Named[]): NearMerchantNameIndex {
  const byKey = new Map(names.map(({ merchant, listed }) => [merchant.key, listed]))
  const byHalf = new Map<string, string[]>()
  for (const key of byKey.keys()) {
    if (key === null || key.length < SHORTEST) continue
    for (const half of halvesAt(key, key.length)) {
      const sharing = byHalf.get(half)
      if (sharing === undefined) byHalf.set(half, [key])
      else if (sharing.length < MOST_COMPARED) sharing.push(key)
    }
  }
  const oneSlipFrom = (run: string) => {
    const candidates = [-1, 0, 1].flatMap((more) =>
      halvesAt(run, run.length + more).flatMap((half) => byHalf.get(half) ?? []),
    )
    return candidates.find((key) => isOneSlip(run, key))
  }
  let sorted: readonly string[] | null = null
  const alphabetical = () => (sorted ??= [...byKey.keys()].filter((key) => key !== null).toSorted())
  const goingOn = (run: string) => (run.length < SHORTEST_CUT ? undefined : namesThatGoOn(alphabetical(), run)[0])
  return {
    find(readings) {
      for (const { shape, words } of readings.toReversed()) {
        const key = oneSlipFrom(shape.run) ?? beginning(words, byKey)
        if (key !== undefined) return byKey.get(key)
      }
      const [whole] = readings
      if (whole === undefined) return undefined
      const key = goingOn(whole.shape.run) ?? within(whole.words, byKey)
      return key === undefined ? undefined : byKey.get(key)
    },
    findOnlyBeginning([whole]) {
      if (whole === undefined || whole.shape.run.length < SHORTEST) return undefined
      const [only, another] = namesThatGoOn(alphabetical(), whole.shape.run)
      return only === undefined || another !== undefined ? undefined : byKey.get(only)
    },
  }
}

/**
 * Finds the first two listed names that go on where the observed name ends, as "Initial Washroom Hygiene" goes on from INITIAL WASHROOM.
 */
function namesThatGoOn(alphabetical: readonly string[], run: string): readonly string[] {
  let [low, high] = [0, alphabetical.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((alphabetical[middle] as string) < run) low = middle + 1
    else high = middle
  }
  return alphabetical.slice(low, low + 2).filter((name) => name.startsWith(run))
}

/** Finds a listed name among the words behind the first one: the "GREGGS" of WASHINGTON SERVICES GREGGS. */
function within(words: MerchantNameReading['words'], byKey: ReadonlyMap<string | null, string>): string | undefined {
  for (let start = 1; start < words.length; start += 1) {
    for (let end = Math.min(words.length, start + MOST_WORDS); end > start; end -= 1) {
      const { run } = merchantNameShapeOf(words.slice(start, end))
      if (run.length >= SHORTEST && byKey.has(run)) return run
    }
  }
  return undefined
}

/** Finds the listed name with which the words of an observed name begin, as "TESCO GIFT CARDS" begins with "TESCO". */
function beginning(words: MerchantNameReading['words'], byKey: ReadonlyMap<string | null, string>): string | undefined {
  for (let end = words.length; end > 0; end -= 1) {
    const { run } = merchantNameShapeOf(words.slice(0, end))
    if (run.length >= SHORTEST_BEGINNING && byKey.has(run)) return run
  }
  return undefined
}

/**
 * Returns the index keys of the listed names that have `length` letters and share their first or their second half with `run`. A key is the
 * length, a sign for the half (`<` or `>`), and the letters of that half.
 */
function halvesAt(run: string, length: number): string[] {
  const middle = length >> 1
  return [`${length}<${run.slice(0, middle)}`, `${length}>${run.slice(run.length - (length - middle))}`]
}

/** Whether two runs of letters differ by one letter that was added, removed or replaced, or by two letters that were swapped. */
function isOneSlip(a: string, b: string): boolean {
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  if (left.length <= 1 && right.length <= 1) return a !== b
  return left.length === 2 && right === `${left[1]}${left[0]}`
}
