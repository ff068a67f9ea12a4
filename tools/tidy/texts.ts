import ts from 'typescript'
import { isTestFile, sourcePositionOf, type Repository, type SourceFile } from './repository.ts'

/** The folders whose texts people read: pages, messages and the output of commands. */
const FOLDERS = ['dashboard/src/', 'src/app/diagnosis/', 'src/cli/', 'src/notifications/']
const TABLE = 'docs/glossary.md'
const HEADING = '## Words in texts that people read'

interface Text {
  readonly text: string
  /** False: the text is only a part of a template literal, and therefore no label of the dashboard. */
  readonly isWhole: boolean
  readonly position: number
}

interface HouseWord {
  readonly refuses: (text: Text) => boolean
  readonly refused: string
  readonly advice: string
}

/** Refuses house words in texts that people read. The table in the glossary lists them. */
export function houseWordTidyRule({ sources, components, texts }: Repository): string[] {
  const houseWords = houseWordsOf(texts.get(TABLE) ?? '')
  return [...sources.values(), ...components.values()]
    .filter(({ path }) => FOLDERS.some((folder) => path.startsWith(folder)) && !isTestFile(path))
    .flatMap((source) =>
      textsOf(source).flatMap((text) =>
        houseWords
          .filter(({ refuses }) => refuses(text))
          .map(
            ({ refused, advice }) =>
              `${sourcePositionOf(source, text.position)}: "${refused}" in a text that people read (${TABLE}): write ${advice}`,
          ),
      ),
    )
}

/**
 * Reads the table of refused words in the glossary. Each row has the words, whether they are refused as a whole label or anywhere in a
 * text, and the words to write instead.
 */
function houseWordsOf(glossary: string): HouseWord[] {
  const [, section = ''] = glossary.split(HEADING)
  return [...section.matchAll(/^\| (`.+`) +\| (label|text) +\| (.+?) +\|$/gm)].flatMap(
    ([, words = '', as, advice = '']) =>
      [...words.matchAll(/`([^`]+)`/g)].map(([, refused = '']): HouseWord => {
        const inText = new RegExp(String.raw`\b${refused}\b`, 'i')
        const isLabel = ({ text, isWhole }: Text) => isWhole && text === refused
        return { refused, advice, refuses: as === 'label' ? isLabel : ({ text }) => inText.test(text) }
      }),
  )
}

/** The texts in a file's strings, templates and JSX. Names of imported modules are left out. */
function textsOf({ tree }: SourceFile): Text[] {
  const found: Text[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return
    const isWhole = ts.isStringLiteralLike(node) || ts.isJsxText(node)
    if (isWhole || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      found.push({ text: node.text.trim().replaceAll(/\s+/g, ' '), isWhole, position: node.getStart(tree) })
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}
