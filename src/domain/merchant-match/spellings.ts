import { takeOffTails } from './descriptor/tails.ts'
import { readWords } from './descriptor/words.ts'

/**
 * Ways in which systems spell a listed name with signs that they cannot write. Each returns the name unchanged where it
 * does not apply.
 */
const spellings: readonly ((name: string) => string)[] = [
  // "Müller" as MUELLER, "Smørrebrød" as SMOERREBROED, "Ångström" as AANGSTROEM.
  (name) => name.replaceAll(/[äöüøåÄÖÜØÅ]/g, (letter) => twoLetters[letter.toLowerCase()] ?? letter),
  // "WHSmith" as W H SMITH, "JDWilliams" as J D WILLIAMS.
  (name) => name.replaceAll(/(?<![A-Za-z])([A-Z]{2,3})([A-Z][a-z]{2,})/g, '$1 $2'),
  // "Sainsbury's" as SAINSBURY. A short name without its S is another one: Wendy, Denny, Macy.
  (name) => name.replace(/(?<=^[A-Za-z]{7,})['’]s\b/, ''),
  // "Pizza + Pasta" as PIZZA AND PASTA, "Crate & Barrel" as CRATEANDBARREL.
  (name) => name.replaceAll(' + ', ' and '),
  (name) => name.replaceAll(/ (?:&|and) /gi, 'And'),
  // "The Chopped Leaf" as THECHOPPEDLEAF.
  (name) => name.replace(/^The (?=[A-Z])/, 'The'),
  // "Kate Spade New York" as KATESPADENEWYORK: the ending that looks like a tail belongs to this name.
  (name) => (endsLikeTail(name) ? name.replaceAll(/ (\S)/g, (_, first: string) => first.toUpperCase()) : name),
]

function endsLikeTail(name: string): boolean {
  if (/[0-9./#*]/.test(name)) return false
  const words = readWords(name)
  return words.length > 1 && takeOffTails(words).words.length < words.length
}

const twoLetters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }

/** The spellings of a listed name that differ from the name as it is listed. */
export const otherSpellings = (name: string): string[] => [
  ...new Set(spellings.map((spell) => spell(name)).filter((spelled) => spelled !== name)),
]
