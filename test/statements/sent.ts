import type pg from 'pg'

/** The statements of one transaction that locked a customer, in the order in which they were sent: verb and table. */
export type SentTransaction = readonly string[]

/** Listens on connections to the transactions that change something beneath a customer. */
export function listenToChanges() {
  let seen: SentTransaction[] = []
  const onConnection = (client: pg.ClientBase): void => {
    const send = client.query.bind(client) as (...all: unknown[]) => unknown
    let current: string[] = []
    const listening = (...sent: unknown[]): unknown => {
      const text = textOf(sent[0])
      if (/^\s*(begin|start transaction)/.test(text)) current = []
      else if (/^\s*commit/.test(text)) {
        if (current.some((statement) => /^(update|lock) customers$/.test(statement))) seen.push(current)
      } else current.push(gistOf(text))
      return send(...sent)
    }
    Object.assign(client, { query: listening })
  }
  return {
    onConnection,
    /** Those that were committed since the last time that it was asked. */
    take(): SentTransaction[] {
      const taken = seen
      seen = []
      return taken
    },
  }
}

const textOf = (sent: unknown): string =>
  typeof sent === 'string' ? sent : ((sent as { text?: string } | undefined)?.text ?? '')

/** What a statement does, and to which table first. */
function gistOf(text: string): string {
  const plain = text
    .replaceAll('"', '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/distinct from |\(select [^()]*\)|, \( select [^()]*\)/g, '')
    .trim()
  const write = /\b(update|insert into|delete from) ([a-z_]+)/.exec(plain.replaceAll(/for update( of \w+)?/g, ''))
  if (write !== null) return `${(write[1] ?? '').replace(/ .*/, '')} ${write[2]}`
  const table = /\b(?:from|join) ([a-z_]+)(?! *\()\b/g
  const first = [...plain.matchAll(table)].map((match) => match[1]).find((name) => name !== 'unnest')
  return `${/for update/.test(plain) ? 'lock' : 'read'} ${first ?? '-'}`
}
