import { declineCodes, reasonCatalogue } from '../../src/contract/reasons.ts'
import { markdownCode, type GeneratedFile, generatedMarkdownNotice, markdownTable } from './generated-file.ts'

const head = `${generatedMarkdownNotice('src/contract/reasons.ts')}
# Reasons

Why a spend is declined, in the order in which \`reasons\` names them. \`fixedBy\` says who can remove a reason:

- \`you\`: the caller, with another request: one that has what is missing, or after declaring an intent.
- \`time\`: nobody has to do anything: the same spend can pass at \`retryAt\`. Only the owner can remove a reason without \`retryAt\`: an amount above the whole limit of a day does not fit into another day either.
- \`owner\`: a person, by changing the configuration. An agent can request the change, but cannot make it.
`

/** Generates the reference of reason codes. */
export function reasonCodesReferenceFile(): GeneratedFile {
  const rows = declineCodes.map((name) => {
    const { means, fixedBy } = reasonCatalogue[name]
    return [markdownCode(name), means, markdownCode(fixedBy)]
  })
  return { path: 'docs/reference/reasons.md', text: `${head}\n${markdownTable(['Code', 'When', '`fixedBy`'], rows)}\n` }
}
