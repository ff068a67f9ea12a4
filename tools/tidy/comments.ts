import type { Repository } from './repository.ts'

/**
 * A comment that begins with one of these words says something about a subject that it does not name: `What is left` instead of `The
 * available amount of the budget`. Readers see it out of its place, in a search or as the tip of an editor.
 */
const WORDS = ['What', 'Whatever', 'Of', 'One', 'Where', 'Wherever', 'Who', 'Whoever', 'Whom', 'Whose']
const FOLDERS = /^(?:bench|dashboard|examples|src|test\/support|tools)\/.*\.tsx?$/
/** The beginning of a comment with its first word. A line comment that goes on from the line before has none. */
const FIRST_WORD = new RegExp(
  String.raw`(?:^|[\s{])(?:\/\*\*?|(?<!^[ \t]*\/\/.*\n[ \t]*)\/\/)\s+(?:\* )?(${WORDS.join('|')})\b(?!:)`,
  'gm',
)

/** Comments name their subject first. */
export function commentRule({ texts }: Repository): string[] {
  return [...texts]
    .filter(([path]) => FOLDERS.test(path))
    .flatMap(([path, text]) =>
      [...text.matchAll(FIRST_WORD)].map((match) => {
        const line = text.slice(0, match.index + match[0].length).split('\n').length
        return `${path}:${line}: a comment begins with "${match[1]}": name its subject first`
      }),
    )
}
