import type { Repository } from './repository.ts'

/**
 * A comment that begins with one of these words says something about a subject that it does not name: `What is left` instead of `The
 * available amount of the budget`. Readers see it out of its place, in a search or as the tip of an editor.
 */
const WORDS = ['What', 'Whatever', 'Of', 'One', 'Where', 'Wherever', 'Who', 'Whoever', 'Whom', 'Whose']
const FOLDERS = /^(?:bench|dashboard|examples|src|test\/support|tools)\/.*\.tsx?$/
/** Matches the beginning of a comment with its first word. A line comment that continues the line before has no first word. */
const FIRST_WORD = new RegExp(
  String.raw`(?:^|[\s{])(?:\/\*\*?|(?<!^[ \t]*\/\/.*\n[ \t]*)\/\/)\s+(?:\* )?(${WORDS.join('|')})\b(?!:)`,
  'gm',
)

/** Refuses comments whose first word shows that they do not name their subject. */
export function commentTidyRule({ texts }: Repository): string[] {
  return [...texts]
    .filter(([path]) => FOLDERS.test(path))
    .flatMap(([path, text]) =>
      [...text.matchAll(FIRST_WORD)].map((match) => {
        const line = text.slice(0, match.index + match[0].length).split('\n').length
        return `${path}:${line}: a comment begins with "${match[1]}": name its subject first`
      }),
    )
}
