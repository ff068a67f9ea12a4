import type { Word } from '../descriptor/words.ts'
import type { Whereabouts } from '../places/whereabouts.ts'

/** What an acquirer appended to a name, under the name that explanations use. */
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

/** Words removed from the end of a name, and the tolerance that explained them. */
export interface Step {
  readonly tolerance: ToleranceName
  readonly text: string
}

/** A name that is being read from its end. */
export interface Tailed {
  readonly words: readonly Word[]
  /** The words from this index on are explained already. */
  readonly end: number
  /** The parts explained so far, from the end of the name on. */
  readonly taken: readonly Step[]
  /** The acquirer's field was full, so the last word may be cut off. */
  readonly isFull: boolean
  /** The merchant's place as the authorization states it. */
  readonly where: Whereabouts
}

/** A kind of text that acquirers append. */
export interface Tolerance {
  readonly name: ToleranceName
  /** Number of words that the tolerance explains before `end`; 0: none. */
  readonly length: (tailed: Tailed) => number
  /** The text names its own kind ("GMBH", "STORE"), so it may follow a name that many merchants have. */
  readonly isMarked?: boolean
}

/** Whether this is the last word of a full field. */
export const isCut = ({ words, end, isFull }: Tailed): boolean => isFull && end === words.length

/** The tolerance that explained the word behind; undefined at the end of the name. */
export const behind = ({ taken }: Tailed): ToleranceName | undefined => taken.at(-1)?.tolerance
