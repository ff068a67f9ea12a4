import type { ErrorEntry } from '../../contract/error-rows.ts'
import { errorCatalogue } from '../../contract/errors.ts'

/** The errors of the API as a table in Markdown. The reference shows it below its own heading, `/docs#description/errors`. */
export function errorTableMarkdown(): string {
  const rows = Object.entries<ErrorEntry>(errorCatalogue).map(
    ([code, { status, message, hint, retryable }]) =>
      `| ${status} | \`${code}\` | ${message} | ${hint} | ${retryable ? 'yes' : 'no'} |`,
  )
  return ['| Status | Code | Message | What to do | Retryable |', '| --- | --- | --- | --- | --- |', ...rows].join('\n')
}
