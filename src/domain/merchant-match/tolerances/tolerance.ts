import type { Word } from '../descriptor/words.ts'
import type { Whereabouts } from '../places/whereabouts.ts'

/** What an acquirer did to a name, as an explanation calls it. */
export type ToleranceName =
  | 'shop_word'
  | 'legal_form'
  | 'number'
  | 'place'
  | 'own_place'
  | 'street'
  | 'currency'
  | 'web_address'
  | 'glued'

/** Something at the end of a name, and what it was explained as. */
export interface Step {
  readonly tolerance: ToleranceName
  readonly text: string
}

/** The words of a name, read from their end. */
export interface Tailed {
  readonly words: readonly Word[]
  /** What stands at and behind this is explained already. */
  readonly end: number
  /** What was explained so far, from the end of the name on. */
  readonly taken: readonly Step[]
  /** The acquirer's field was full, so that the last word may be cut. */
  readonly isFull: boolean
  /** Where the authorization says that the merchant is. */
  readonly where: Whereabouts
}

/** One kind of thing that acquirers append. */
export interface Tolerance {
  readonly name: ToleranceName
  /** How many words it explains at the end; 0 where there is none of it. */
  readonly length: (tailed: Tailed) => number
  /** It says itself what it is ("GMBH", "STORE"), so that it may follow a name that many have. */
  readonly isMarked?: boolean
}

/** Is this the last word of a field that was full? */
export const isCut = ({ words, end, isFull }: Tailed): boolean => isFull && end === words.length

/** What the word behind was explained as; undefined at the end of the name. */
export const behind = ({ taken }: Tailed): ToleranceName | undefined => taken.at(-1)?.tolerance
