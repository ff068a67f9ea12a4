import type { ErrorCatalogueRow } from '../../src/contract/error-rows.ts'
import { errorCatalogue, invalidRequestReasons } from '../../src/contract/errors.ts'
import { serviceUnavailableReasons } from '../../src/contract/unavailable.ts'
import { markdownCode, type GeneratedFile, generatedMarkdownNotice, markdownTable } from './generated-file.ts'

const head = `${generatedMarkdownNotice('src/contract/errors.ts')}
# Errors

Every error has the form \`{"error":{"code","message","param"?,"hint"?,"retryable","details"?},"requestId"}\`. \`message\` is one
sentence for a person, \`hint\` says what to do next, and \`param\` is the JSON path of the field at fault. Retry only if \`retryable\` is
true, and not before \`Retry-After\` if the reply has it. A declined spend is an answer, not an error.

\`invalid_request\` has a more exact cause in \`details.reason\`: ${invalidRequestReasons.map(markdownCode).join(', ')}.
`

const reasonsHead = `
## Why 503

\`unavailable\` has one of these reasons in \`details.reason\`. Only a request that was answered \`fate_unknown\` may have been stored. The
[metric](metrics.md) \`purser_http_refusals_total\` and the log have the same reasons.
`

function unavailableSection(): string {
  const rows = Object.entries(serviceUnavailableReasons).map(([name, { message, hint }]) => [
    markdownCode(name),
    message,
    hint,
  ])
  return `${reasonsHead}\n${markdownTable(['Reason', 'Message', 'What to do'], rows)}\n`
}

/** Generates the reference of error codes. */
export function errorsFile(): GeneratedFile {
  const rows = Object.entries<ErrorCatalogueRow>(errorCatalogue).map(([name, entry]) => [
    String(entry.status),
    markdownCode(name),
    entry.message,
    entry.hint,
    entry.retryable ? 'yes' : 'no',
  ])
  const text = `${head}\n${markdownTable(['Status', 'Code', 'Message', 'What to do', 'Retryable'], rows)}\n`
  return { path: 'docs/reference/errors.md', text: text + unavailableSection() }
}
