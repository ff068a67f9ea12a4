import { declineCodes } from '../../src/contract/decisions.ts'
import { reasonCatalogue } from '../../src/contract/reasons.ts'
import { code, type GeneratedFile, markdownNotice, table } from './generated-file.ts'

const head = `${markdownNotice('src/contract/reasons.ts')}
# Reasons

Why a spend is declined, in the order in which \`reasons\` names them. \`fixedBy\` says who can make a reason go away:

- \`you\`: whoever asks, by asking otherwise: with what is missing, or after declaring an intent.
- \`time\`: nobody has to do anything; the same spend can pass at \`retryAt\`. A reason without \`retryAt\` is the owner's: an amount over the whole limit of a day does not fit into another day.
- \`owner\`: a person, by changing what is configured. An agent can ask for it, and cannot do it.
`

/** The published catalogue of reason codes. */
export function reasonsFile(): GeneratedFile {
  const rows = declineCodes.map((name) => {
    const { means, fixedBy } = reasonCatalogue[name]
    return [code(name), means, code(fixedBy)]
  })
  return { path: 'docs/reference/reasons.md', text: `${head}\n${table(['Code', 'When', '`fixedBy`'], rows)}\n` }
}
