import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GeneratedFile } from './generated-file.ts'

const GUIDE = 'docs/guides/policy-examples.md'

/**
 * Generates the templates of policies from the guide that shows what each of them does: one section of the guide is one template. A test
 * plays the guide, so a template does what its text says.
 */
export function policyTemplatesFile(): GeneratedFile {
  const guide = readFileSync(join(import.meta.dirname, '../..', GUIDE), 'utf8')
  const templates = guide.split(/^## /m).slice(1).flatMap(templatesOf)
  return { path: 'examples/policies/templates.json', text: `${JSON.stringify(templates, null, 2)}\n` }
}

function templatesOf(group: string): object[] {
  const [groupTitle = '', ...sections] = group.split(/^### /m)
  return sections.map((section) => {
    const [title = ''] = section.split('\n')
    const [text = ''] = section.slice(title.length).trim().split('\n\n')
    const rules = JSON.parse(/```json\n(.*?)```/s.exec(section)?.[1] ?? '') as Record<string, object>
    return {
      name: nameOf(title),
      title: plain(title),
      group: groupTitle.split('\n')[0],
      summary: sentence(text),
      levels: 'card' in rules ? rules : { card: { policy: rules } },
    }
  })
}

/** The name of a template, by the title of its section: `subscription` for "A subscription". */
const nameOf = (title: string): string =>
  title.startsWith('`') ? plain(title) : title.toLowerCase().replace(/^an? /, '').replaceAll(/\W+/g, '-')

/** A paragraph of Markdown on one line, without links. Names of fields keep their backticks. */
const sentence = (markdown: string): string =>
  markdown
    .replaceAll(/ ?\(\[[^\]]*\]\([^)]*\)\)/g, '') // a link to another page
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('\n', ' ')

const plain = (title: string): string => title.replaceAll('`', '')
