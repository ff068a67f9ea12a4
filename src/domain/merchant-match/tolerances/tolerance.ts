import type { MerchantNameWord } from '../descriptor/words.ts'
import type { MerchantWhereabouts } from '../places/whereabouts.ts'

/** The name of a tolerance, after the kind of text that it recognizes. `explainMerchantNameMatch` returns these names. */
export type MerchantNameToleranceName =
  | 'shop_word'
  | 'legal_form'
  | 'number'
  | 'place'
  | 'own_place'
  | 'street'
  | 'currency'
  | 'web_address'
  | 'glued'

/** Words that were removed from the end of a name, and the tolerance that explained them. */
export interface MerchantNameToleranceStep {
  readonly tolerance: MerchantNameToleranceName
  readonly text: string
}

/** A merchant's name that tolerances read from its end. */
export interface MerchantNameReadFromEnd {
  readonly words: readonly MerchantNameWord[]
  /** The index of the first word of the name that a tolerance has explained already. */
  readonly end: number
  /** The parts of the name that are explained so far, beginning with the last one in the name. */
  readonly taken: readonly MerchantNameToleranceStep[]
  /** Whether the name filled the acquirer's field, so that its last word may be cut off. */
  readonly isFull: boolean
  /** The merchant's place as the authorization states it. */
  readonly where: MerchantWhereabouts
}

/** A rule that recognizes one kind of text that acquirers append to a merchant's name. It *explains* the words that it recognizes. */
export interface MerchantNameTolerance {
  readonly name: MerchantNameToleranceName
  /** The number of words right before the position `end` that the tolerance recognizes as appended to the merchant's name. 0: none. */
  readonly length: (tailed: MerchantNameReadFromEnd) => number
  /**
   * True: the text that the tolerance recognizes shows by itself that an acquirer appended it ("GMBH", "STORE"). So it may also be removed
   * after a word that many merchants have in their names.
   */
  readonly isMarked?: boolean
}

/** Whether the word before `end` is the last one of a full field, so that it may be cut off. */
export const isMerchantNameCutOff = ({ words, end, isFull }: MerchantNameReadFromEnd): boolean =>
  isFull && end === words.length

/** The tolerance that explained the words that follow the first `end` words of the observed name. Undefined: no words follow them. */
export const toleranceOfWordsBehindName = ({ taken }: MerchantNameReadFromEnd): MerchantNameToleranceName | undefined =>
  taken.at(-1)?.tolerance
