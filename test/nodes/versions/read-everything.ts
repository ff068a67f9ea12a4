import type { Operation } from '../../../src/contract/operation.ts'
import { operations, type OperationName } from '../../../src/contract/operations.ts'
import { replySchemaFaults } from '../../support/published-schemas.ts'
import { TEST_API_KEY } from '../../support/processes/start-node.ts'

/** How many resources of each list are read with everything below them. */
const MOST_OF_A_LIST = 25

interface Page {
  readonly data?: readonly { readonly id?: string }[]
  readonly nextCursor?: string | null
}

const reads = (Object.entries(operations) as [OperationName, Operation][]).filter(
  ([, { method, stream }]) => method === 'GET' && stream === undefined,
)

/**
 * Reads every list of a node to its end, and everything that can be read of the resources in them. Resolves with what differs from the API
 * document: a client with exact schemas would refuse it.
 */
export async function faultsOfEverything(baseUrl: string): Promise<string[]> {
  const faults = new Set<string>()
  const read = async (name: OperationName, path: string): Promise<Page> => {
    const reply = await fetch(baseUrl + path, { headers: { authorization: `Bearer ${TEST_API_KEY}` } })
    const body = (await reply.json()) as Page
    if (reply.status >= 500) faults.add(`${name} is answered ${reply.status}`)
    for (const fault of replySchemaFaults(name, reply.status, body)) faults.add(`${name} ${reply.status}: ${fault}`)
    return body
  }
  const idsOf = new Map<string, readonly string[]>()
  for (const [name, { path }] of reads.filter(([, each]) => !each.path.includes('{'))) {
    const ids: string[] = []
    let page = await read(name, path)
    for (;;) {
      ids.push(...(page.data ?? []).flatMap(({ id }) => id ?? []))
      if (typeof page.nextCursor !== 'string') break
      page = await read(name, `${path}?cursor=${page.nextCursor}`)
    }
    idsOf.set(path, ids)
  }
  for (const [name, { path }] of reads) {
    const [, list = '', below = ''] = /^(\/[^{]+)\/\{\w+\}([^{]*)$/.exec(path) ?? []
    for (const id of (idsOf.get(list) ?? []).slice(0, MOST_OF_A_LIST)) await read(name, `${list}/${id}${below}`)
  }
  return [...faults]
}
