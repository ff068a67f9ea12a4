import { compose, kindOf, lowerCase, withoutAccent, type Gap } from './characters.ts'

/** One word of a merchant name, in lower case. */
export interface Word {
  /** Without accents. */
  readonly text: string
  /** With its accents. */
  readonly spelled: string
  /** `text` with a space wherever an acquirer may open it: `mcdonald s`, `you tube`, `7 eleven`, `h m`. */
  readonly seams: string
  /** What stood before it. */
  readonly gap: Gap
}

/** Words of a name, from the first character to the last, once. `Mc Donald's #12` is `mc`, `donalds`, `12`. */
export function readWords(name: string): Word[] {
  const words: Word[] = []
  let word = noWord('none')
  let before: 'lower' | 'upper' | 'digit' | 'apostrophe' | 'none' = 'none'
  ...
}
