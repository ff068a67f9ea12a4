import { otherNamesOf } from './known-names/other-names.ts'
import { takeOffTails } from './descriptor/tails.ts'
import { readWords } from './descriptor/words.ts'

/**
 * Functions that spell a listed name as a system does that cannot write all of its characters. Each returns the name unchanged if it does
 * not apply.
 */
const spellings: readonly ((name: string) => string)[] = [
  // "Müller" is written MUELLER, "Smørrebrød" SMOERREBROED, "Ångström" AANGSTROEM.
  (name) => name.replaceAll(/[äöüøåÄÖÜØÅ]/g, (letter) => twoLetters[letter.toLowerCase()] ?? letter),
  // "WHSmith" is written W H SMITH, "JDWilliams" J D WILLIAMS.
  (name) => name.replaceAll(/(?<![A-Za-z])([A-Z]{2,3})([A-Z][a-z]{2,})/g, '$1 $2'),
  // "Sainsbury's" is written SAINSBURY. A short name without its S is another name: Wendy, Denny, Macy.
  (name) => name.replace(/(?<=^[A-Za-z]{7,})['’]s\b/, ''),
  // "Pizza + Pasta" is written PIZZA AND PASTA, "Crate & Barrel" CRATEANDBARREL.
  (name) => name.replaceAll(' + ', ' and '),
  (name) => name.replaceAll(/ (?:&|and) /gi, 'And'),
  // "The Type Reporter" is written TYPE REPORTER THE.
  (name) => name.replace(/^The (\S+ \S.*)$/, '$1 The'),
  // "The Chopped Leaf" is written THECHOPPEDLEAF.
  (name) => name.replace(/^The (?=[A-Z])/, 'The'),
  // "Kate Spade New York" is written KATESPADENEWYORK: the ending looks as if an acquirer had appended it, but belongs to this name.
  (name) => (endsLikeTail(name) ? name.replaceAll(/ (\S)/g, (_, first: string) => first.toUpperCase()) : name),
]

function endsLikeTail(name: string): boolean {
  if (/[0-9./#*]/.test(name)) return false
  const words = readWords(name)
  return words.length > 1 && takeOffTails(words).words.length < words.length
}

const twoLetters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }

/** The spellings of a listed name that differ from the name as it is listed, and the other names of its company. */
export const otherSpellings = (name: string): string[] => [
  ...new Set([...spellings.map((spell) => spell(name)), ...otherNamesOf(name)].filter((spelled) => spelled !== name)),
]
