import { otherCompanyNames } from './known-names/other-company-names.ts'
import { withoutNameTails } from './descriptor/tails.ts'
import { splitMerchantNameIntoWords } from './descriptor/words.ts'

/**
 * Functions that spell a listed name as a system does that cannot write all of its characters. Each returns the name unchanged if it does
 * not apply.
 */
const spellings: readonly ((name: string) => string)[] = [
  // Acquirers write "Müller" as MUELLER, "Smørrebrød" as SMOERREBROED, "Ångström" as AANGSTROEM.
  (name) => name.replaceAll(/[äöüøåÄÖÜØÅ]/g, (letter) => twoLetters[letter.toLowerCase()] ?? letter),
  // Acquirers write "WHSmith" as W H SMITH, "JDWilliams" as J D WILLIAMS.
  (name) => name.replaceAll(/(?<![A-Za-z])([A-Z]{2,3})([A-Z][a-z]{2,})/g, '$1 $2'),
  // Acquirers write "Sainsbury's" as SAINSBURY. A short name without its S is another name: Wendy, Denny, Macy.
  (name) => name.replace(/(?<=^[A-Za-z]{7,})['’]s\b/, ''),
  // Acquirers write "Pizza + Pasta" as PIZZA AND PASTA, "Crate & Barrel" as CRATEANDBARREL.
  (name) => name.replaceAll(' + ', ' and '),
  (name) => name.replaceAll(/ (?:&|and) /gi, 'And'),
  // Acquirers write "The Type Reporter" as TYPE REPORTER THE.
  (name) => name.replace(/^The (\S+ \S.*)$/, '$1 The'),
  // Acquirers write "The Chopped Leaf" as THECHOPPEDLEAF.
  (name) => name.replace(/^The (?=[A-Z])/, 'The'),
  // Acquirers write "Kate Spade New York" as KATESPADENEWYORK: the ending looks as if an acquirer had appended it, but belongs to this
  // name.
  (name) => (endsLikeTail(name) ? name.replaceAll(/ (\S)/g, (_, first: string) => first.toUpperCase()) : name),
]

function endsLikeTail(name: string): boolean {
  if (/[0-9./#*]/.test(name)) return false
  const words = splitMerchantNameIntoWords(name)
  return words.length > 1 && withoutNameTails(words).words.length < words.length
}

const twoLetters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }

/** The spellings of a listed name that differ from the name as it is listed, and the other names of its company. */
export const otherNameSpellings = (name: string): string[] => [
  ...new Set(
    [...spellings.map((spell) => spell(name)), ...otherCompanyNames(name)].filter((spelled) => spelled !== name),
  ),
]
