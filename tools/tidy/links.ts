import { posix } from 'node:path'
import type { Repository } from './repository.ts'

const LINK = /\[[^\]]*\]\(([^)\s]+)\)/g
const FENCE = /^```[\s\S]*?^```/gm

/** Refuses relative links in documents to files or headings that do not exist. */
export function linkTidyRule({ texts }: Repository): string[] {
  const documents = [...texts].filter(([path]) => path.endsWith('.md'))
  return documents.flatMap(([path, text]) =>
    linksOf(text)
      .filter((target) => !leadsSomewhere(path, target, texts))
      .map((target) => `${path}: the link to ${target} leads nowhere`),
  )
}

/** Refuses documents below docs/ that are missing in the table of contents, where each is listed by itself or with its folder. */
export function docsContentsTidyRule({ texts }: Repository): string[] {
  const listed = new Set(linksOf(texts.get('docs/README.md') ?? '').map((target) => `docs/${target}`))
  return [...texts.keys()]
    .filter((path) => /^docs\/.+\.md$/.test(path) && path !== 'docs/README.md')
    .filter((path) => !listed.has(path) && !listed.has(posix.dirname(path)))
    .map((path) => `${path}: docs/README.md does not list it`)
}

/** Refuses a decision whose number another decision has, or whose title has another number than its file. Pages name decisions by numbers. */
export function decisionNumberTidyRule({ texts }: Repository): string[] {
  const decisions = [...texts].filter(([path]) => /^docs\/decisions\/\d{4}-/.test(path))
  const byNumber = Map.groupBy(decisions, ([path]) => posix.basename(path).slice(0, 4))
  return [...byNumber].flatMap(([number, pages]) => [
    ...pages.slice(1).map(([path]) => `${path}: another decision has the number ${number}`),
    ...pages.flatMap(([path, text]) =>
      text.startsWith(`# ${number} `) ? [] : [`${path}: its title begins with # ${number}`],
    ),
  ])
}

/** Refuses rows of docs/invariants.md that link no test. `linkTidyRule` checks that a linked test exists. */
export function invariantTidyRule({ texts }: Repository): string[] {
  const rows = (texts.get('docs/invariants.md') ?? '').split('\n').filter((line) => line.startsWith('| I-'))
  return rows
    .filter((row) => !linksOf(row).some((target) => target.endsWith('.test.ts')))
    .map((row) => `docs/invariants.md: ${row.slice(2, 6)} names no test that shows it`)
}

const linksOf = (text: string): string[] =>
  [...text.replaceAll(FENCE, '').matchAll(LINK)]
    .map(([, target]) => target as string)
    .filter((target) => !/^[a-z]+:/.test(target))

function leadsSomewhere(from: string, link: string, texts: Repository['texts']): boolean {
  const [file, heading] = link.split('#') as [string, string?]
  const path = file === '' ? from : posix.join(posix.dirname(from), file).replace(/\/$/, '')
  const isFolder = [...texts.keys()].some((each) => each.startsWith(`${path}/`))
  const text = texts.get(path)
  if (text === undefined) return isFolder && heading === undefined
  return heading === undefined || headingsOf(text).includes(heading)
}

/** The anchors of a document's headings, in the form that code hosts make: lower case, without punctuation, and with hyphens for spaces. */
const headingsOf = (text: string): string[] =>
  [...text.replaceAll(FENCE, '').matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    (title as string)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  )
