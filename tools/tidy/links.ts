import { posix } from 'node:path'
import type { Repository } from './repository.ts'

const LINK = /\[[^\]]*\]\(([^)\s]+)\)/g
const FENCE = /^```[\s\S]*?^```/gm

/** Relative links of the documents lead to files, and to headings, that exist. */
export function linkRule({ texts }: Repository): string[] {
  const documents = [...texts].filter(([path]) => path.endsWith('.md'))
  return documents.flatMap(([path, text]) =>
    [...text.replaceAll(FENCE, '').matchAll(LINK)]
      .map(([, target]) => target as string)
      .filter((target) => !/^[a-z]+:/.test(target) && !leadsSomewhere(path, target, texts))
      .map((target) => `${path}: the link to ${target} leads nowhere`),
  )
}

function leadsSomewhere(from: string, link: string, texts: Repository['texts']): boolean {
  const [file, heading] = link.split('#') as [string, string?]
  const path = file === '' ? from : posix.join(posix.dirname(from), file).replace(/\/$/, '')
  const isFolder = [...texts.keys()].some((each) => each.startsWith(`${path}/`))
  const text = texts.get(path)
  if (text === undefined) return isFolder && heading === undefined
  return heading === undefined || headingsOf(text).includes(heading)
}

/** Anchors as code hosts make them: lower case, punctuation gone, spaces as hyphens. */
const headingsOf = (text: string): string[] =>
  [...text.replaceAll(FENCE, '').matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    (title as string)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  )
