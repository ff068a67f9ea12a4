import { errorOfFailure, errorOfReply, PurserError } from '../../../clients/typescript/src/purser-error.ts'
import type { CommandInvocation } from '../command.ts'
import { withExplainedApiErrors, apiClientOptionsOf } from './client.ts'

const NEXT = /<[^>?]*\?([^>]*)>; rel="next"/

interface List {
  /** The path of the API's list below `/v1`, such as `/transactions`. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** The flag of the command that gives each parameter of the query. */
  readonly flagOf: ReadonlyMap<string, string>
}

/**
 * Writes a list as one CSV file. The node sends the list in several files and says where the next one begins. The first line of each
 * further file, with the names of the columns, is left out.
 */
export function writeListAsCsv(
  settings: CommandInvocation['settings'],
  { path, query, flagOf }: List,
  write: (text: string) => Promise<void>,
): Promise<void> {
  const { baseUrl, apiKey } = apiClientOptionsOf(settings)
  return withExplainedApiErrors(settings, flagOf, async () => {
    let search: string | undefined = new URLSearchParams(query).toString()
    for (let isFirst = true; search !== undefined; isFirst = false) {
      const url: string = `${baseUrl}${path}${search === '' ? '' : `?${search}`}`
      const headers = { accept: 'text/csv', authorization: `Bearer ${apiKey}` }
      try {
        const reply = await fetch(url, { headers })
        if (!reply.ok || reply.body === null) throw errorOfReply(reply, await reply.json().catch(() => null))
        await copy(reply.body, { skipsFirstLine: !isFirst, write })
        search = NEXT.exec(reply.headers.get('link') ?? '')?.[1]
      } catch (error) {
        throw error instanceof PurserError ? error : errorOfFailure(error, { url, method: 'GET', timeoutMs: undefined })
      }
    }
  })
}

interface Copying {
  readonly skipsFirstLine: boolean
  readonly write: (text: string) => Promise<void>
}

async function copy(body: ReadableStream<Uint8Array>, { skipsFirstLine, write }: Copying): Promise<void> {
  let isSkipping = skipsFirstLine
  const decoder = new TextDecoder()
  for await (const bytes of body) {
    const text = decoder.decode(bytes, { stream: true })
    const end = isSkipping ? text.indexOf('\n') : -1
    if (isSkipping && end === -1) continue
    isSkipping = false
    await write(text.slice(end + 1))
  }
}
