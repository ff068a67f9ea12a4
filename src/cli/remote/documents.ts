import { readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { OperatorError } from '../../app/operator-error.ts'
import type { CommandAction, CommandInvocation } from '../command.ts'
import { printCommandAnswer } from '../terminal/show.ts'
import { withNodeClient } from './client.ts'

/** How many milliseconds the sending of a document may take: it may have 5 MiB. */
const SENDING_TIMEOUT_MS = 60_000

/** Attaches a file to a transaction. */
export const attachDocumentAction: CommandAction = {
  summary: 'Attach a receipt or an invoice to a transaction.',
  usage: 'purser transactions attach txn_... file [--name invoice.pdf]',
  details: 'The file is a PDF, JPEG, PNG, WebP or EML of at most 5 MiB. It is stored sealed.',
  examples: ['purser transactions attach txn_01kdvy2n7rj4t8w0q3m5x9zb6c invoice.pdf'],
  words: ['txn_...', 'file'],
  flags: {
    name: {
      type: 'string',
      value: 'invoice.pdf',
      description: 'The name that the document gets. Default: that of the file.',
    },
  },
  async run({ words: [id = '', file = ''], flags, json, settings }: CommandInvocation) {
    const content = (await fileBytes(file)).toString('base64')
    const name = typeof flags['name'] === 'string' ? flags['name'] : basename(file)
    const document = await withNodeClient(
      settings,
      (purser) => purser.transactions.attachDocument(id, { name, content }),
      { timeoutMs: SENDING_TIMEOUT_MS, flagOf: new Map([['name', 'name']]) },
    )
    printCommandAnswer({ json }, document, () => [
      `Attached ${document.name} (${document.mediaType}) as ${document.id}.`,
    ])
  },
}

/** Lists the documents of a transaction, or saves one of them. */
export const documentsAction: CommandAction = {
  summary: 'List the documents of a transaction, or save one of them.',
  usage: 'purser transactions documents txn_... [doc_... --to file]',
  details: '--to writes the bytes of the document to a file that does not exist yet.',
  examples: [
    'purser transactions documents txn_01kdvy2n7rj4t8w0q3m5x9zb6c',
    'purser transactions documents txn_01kdvy2n7rj4t8w0q3m5x9zb6c doc_01kdvy2n7rj4t8w0q3m5x9zb6c --to invoice.pdf',
  ],
  words: ['txn_...', '[doc_...]'],
  flags: { to: { type: 'string', value: 'file', description: 'The file to write the document to.' } },
  async run({ words: [id = '', documentId], flags, json, settings }: CommandInvocation) {
    if (documentId === undefined) {
      const { data } = await withNodeClient(settings, (purser) => purser.transactions.documents(id))
      printCommandAnswer({ json }, { data }, () =>
        data.length === 0
          ? ['There are no documents.']
          : data.map(({ id: attached, mediaType, size, name }) => `${attached}  ${mediaType}  ${size}  ${name}`),
      )
      return
    }
    if (typeof flags['to'] !== 'string') throw new OperatorError('--to is missing: name the file to write.')
    const { content, ...document } = await withNodeClient(
      settings,
      (purser) => purser.transactions.document(id, documentId),
      { timeoutMs: SENDING_TIMEOUT_MS },
    )
    await writeFile(flags['to'], Buffer.from(content, 'base64'), { flag: 'wx', mode: 0o600 }).catch((error: Error) => {
      throw new OperatorError(error.message)
    })
    printCommandAnswer({ json }, document, () => [`Saved ${document.name}.`])
  },
}

const fileBytes = (file: string): Promise<Buffer> =>
  readFile(file).catch((error: Error) => {
    throw new OperatorError(error.message)
  })
