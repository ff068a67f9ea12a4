import { type ErrorEntry, errorCatalogue, invalidRequestReasons } from '../../src/contract/errors.ts'
import { unavailableReasons } from '../../src/contract/unavailable.ts'
import { code, type GeneratedFile, markdownNotice, table } from './generated-file.ts'

const head = `${markdownNotice('src/contract/errors.ts')}
# Errors

Every error is \`{"error":{"code","message","param"?,"hint"?,"retryable","details"?},"requestId"}\`. \`message\` is one
sentence for a person, \`hint\` what to do next, \`param\` the JSON path at fault. Retry only where \`retryable\` is true, and
not before \`Retry-After\` where the reply carries it. A declined spend is an answer, not an error.

\`invalid_request\` tells its finer cause in \`details.reason\`: ${invalidRequestReasons.map(code).join(', ')}.
`

const reasonsHead = `
## Why 503

\`unavailable\` says in \`details.reason\` which of these it was. Only a request that was answered \`fate_unknown\` may have been stored. The
same reasons are those of [the metric](metrics.md) \`purser_http_refusals_total\` and of the log.
`

function unavailableSection(): string {
  const rows = Object.entries(unavailableReasons).map(([name, { message, hint }]) => [code(name), message, hint])
  return `${reasonsHead}\n${table(['Reason', 'Message', 'What to do'], rows)}\n`
}

/** The published catalogue of error codes. */
export function errorsFile(): GeneratedFile {
  const rows = Object.entries<ErrorEntry>(errorCatalogue).map(([name, entry]) => [
    String(entry.status),
    code(name),
    entry.message,
    entry.hint,
    entry.retryable ? 'yes' : 'no',
  ])
  const text = `${head}\n${table(['Status', 'Code', 'Message', 'What to do', 'Retryable'], rows)}\n`
  return { path: 'docs/reference/errors.md', text: text + unavailableSection() }
}
