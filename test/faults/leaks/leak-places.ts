import { ByteWindowFilter } from '../../support/byte-windows.ts'
import { countCardNumberOccurrences, cvvsIn, cardNumberFormsIn, cardNumberForms } from '../../support/number-scan.ts'
import { CONTROL, type Credentials } from './card-life.ts'
import { attackAll } from './attack-threads.ts'
import type { Suspect, Target } from './dictionary-attack.ts'
import { planted } from './planted-hashes.ts'

/** One place where a number could stand. */
export interface Place {
  readonly name: string
  readonly parts: readonly Buffer[]
  /** Null: three digits are everywhere in bytes that are no text. */
  readonly texts: readonly string[] | null
  /** Whether what was stored on purpose can get there. */
  readonly canHoldControl: boolean
}

export const textPlace = (name: string, texts: readonly string[], more: readonly Buffer[] = []): Place => ({
  name,
  texts,
  parts: [Buffer.from(texts.join('\n')), Buffer.concat(more)],
  canHoldControl: true,
})

export const bytesPlace = (name: string, parts: readonly Buffer[]): Place => ({
  name,
  parts,
  texts: null,
  canHoldControl: true,
})

/** What stands in one place of what was looked for there. */
export interface Surface {
  readonly name: string
  readonly bytes: number
  /** The number that was planted in clear: shows that the place is looked through. Null: it cannot get there. */
  readonly control: number | null
  /** In how many of the forms of `cardNumberForms` the control was found. */
  readonly controlForms: number
  readonly numbers: number
  readonly cvvs: number | null
  /** Which of the hashes that were planted were found. */
  readonly plantedHashes: readonly string[]
  /** Which hashes of which numbers: each number is as good as told. */
  readonly cracked: readonly { pan: string; how: string }[]
}

interface Wanted {
  readonly lived: readonly Credentials[]
  readonly targets: readonly Target[]
  /** The place that holds the numbers because it should. */
  readonly givenAway: string
}

/** With how many numbers each CVV is tried, of one card and of all. */
const NEAR = 4
const NUMBERS_WITH_CVV = 200

export async function measurePlaces(
  places: readonly Place[],
  { lived, targets, givenAway }: Wanted,
): Promise<Surface[]> {
  const elsewhere = ByteWindowFilter.over(places.filter(({ name }) => name !== givenAway).flatMap(({ parts }) => parts))
  const near = Math.min(NEAR, Math.ceil(NUMBERS_WITH_CVV / targets.length))
  const suspects = await attackAll([planted, ...targets], elsewhere, near)
  const anywhere = (pan: string) =>
    Object.values(cardNumberForms(pan)).some((form) => elsewhere.mayHold(Buffer.from(form, 'latin1')))
  return places.map((place) => {
    const { name, parts, texts, canHoldControl } = place
    const count = (number: string) => parts.reduce((sum, part) => sum + countCardNumberOccurrences(part, number), 0)
    const found = suspects.filter(({ bytes }) => parts.some((part) => part.includes(bytes)))
    return {
      name,
      bytes: parts.reduce((sum, part) => sum + part.length, 0),
      control: canHoldControl ? count(CONTROL) : null,
      controlForms: new Set(parts.flatMap((part) => cardNumberFormsIn(part, CONTROL))).size,
      numbers: lived.reduce((sum, { pan }) => sum + (name === givenAway || anywhere(pan) ? count(pan) : 0), 0),
      cvvs: texts && countCvvs(texts, lived),
      plantedHashes: hows(found.filter(({ pan }) => pan === planted.pan)),
      cracked: found.filter(({ pan }) => pan !== planted.pan).map(({ pan, how }) => ({ pan, how })),
    }
  })
}

const hows = (suspects: readonly Suspect[]) => [...new Set(suspects.map(({ how }) => how))].toSorted()

function countCvvs(texts: readonly string[], lived: readonly Credentials[]): number {
  const found = texts.map(cvvsIn)
  return lived.reduce((sum, { cvv }) => sum + found.filter((cvvs) => cvvs.has(cvv)).length, 0)
}
