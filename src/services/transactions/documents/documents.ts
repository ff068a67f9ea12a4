import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { ApiError, invalidRequestError } from '../../../contract/errors.ts'
import {
  MAX_DOCUMENT_BYTES,
  MOST_DOCUMENTS,
  type TransactionDocument,
} from '../../../contract/resources/papers/transaction-documents.ts'
import { transactionDocumentedEvent } from '../../../domain/events/transaction-event.ts'
import { bucketOfId } from '../../../lib/buckets.ts'
import { isoTimestamp } from '../../../lib/clock.ts'
import { listedTransactions } from '../../../store/rows/transactions.ts'
import { recordEvents } from '../../../store/outbox/outbox.ts'
import {
  deleteSealedDocument,
  findSealedDocument,
  insertSealedDocument,
} from '../../../store/transactions/transaction-documents.ts'
import { changeTransactionNotes } from '../../../store/transactions/transaction-notes.ts'
import { findTransaction } from '../../../store/transactions/transactions.ts'
import { objectOr404 } from '../../input/or-throw.ts'
import {
  AlreadyExistingAnswer,
  FileAnswer,
  type ReadOperationService,
  type WriteOperationService,
} from '../../request/context.ts'
import { readOperationHandler, writeOperationHandler } from '../../request/handler.ts'
import { attachmentDisposition, checkDocumentName, documentFileName } from './document-name.ts'
import { documentMediaType } from './media-type.ts'

/** Attaches a document to a transaction (contract, section 10, Documents). The same file again is answered with the document that is there. */
const attachTransactionDocument: WriteOperationService<'attachTransactionDocument'> = async (
  context,
  { params, body },
) => {
  const { tx, principal, ids, vault, clock } = context
  const row = objectOr404(await findTransaction(tx, principal, params.transactionId), 'transaction_not_found')
  checkDocumentName(body.name)
  const bytes = bytesOf(body.content)
  const now = clock.now()
  const document: TransactionDocument = {
    id: ids('doc', bucketOfId(row.id)),
    name: body.name,
    mediaType: mediaTypeOf(bytes),
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    createdAt: isoTimestamp(now),
    createdBy: principal.id,
  }
  const { documents } = await changeTransactionNotes(context, row, (before) => ({
    ...before,
    documents: withDocument(before.documents ?? [], document),
  }))
  const kept = (documents ?? []).find(({ sha256 }) => sha256 === document.sha256)
  if (kept !== undefined && kept.id !== document.id) return new AlreadyExistingAnswer(kept)
  await insertSealedDocument(tx, row, {
    id: document.id,
    sealed: vault.seal({ accountId: row.account_id, ownerId: document.id, field: 'document' }, bytes),
    createdAt: now,
  })
  await recordEvents(context, [transactionDocumentedEvent(listedTransactions.state(row), document, now)])
  return document
}

function bytesOf(content: string): Buffer {
  if (content.length % 4 !== 0) {
    throw invalidRequestError(
      'content',
      '`content` is no base64.',
      'parameter_invalid',
      'Send the bytes of the file as base64, with `=` at the end where it is due.',
    )
  }
  const bytes = Buffer.from(content, 'base64')
  if (bytes.length <= MAX_DOCUMENT_BYTES) return bytes
  throw new ApiError('payload_too_large', {
    message: 'The document is larger than 5 MiB.',
    hint: 'Send a smaller one, such as a scan with fewer dots.',
  })
}

function mediaTypeOf(bytes: Buffer) {
  const type = documentMediaType(bytes)
  if (type !== null) return type
  throw new ApiError('unsupported_media_type', {
    message: 'The document is no PDF, JPEG, PNG, WebP or EML file: its content says so, whatever its name is.',
    hint: 'Send the receipt as one of these.',
  })
}

function withDocument(before: readonly TransactionDocument[], document: TransactionDocument) {
  if (before.some(({ sha256 }) => sha256 === document.sha256)) return before
  if (before.length >= MOST_DOCUMENTS) throw new ApiError('too_many_documents')
  return [...before, document]
}

const listTransactionDocuments: ReadOperationService<'listTransactionDocuments'> = async (
  { db, principal },
  { params },
) => {
  const row = objectOr404(await findTransaction(db, principal, params.transactionId), 'transaction_not_found')
  return { data: [...(row.notes?.documents ?? [])] }
}

/** Answers a document: as a file to save, or with its bytes as base64 to whoever asks for JSON. */
const getTransactionDocument: ReadOperationService<'getTransactionDocument'> = async (context, { params }) => {
  const { db, principal, vault, format } = context
  const row = objectOr404(await findTransaction(db, principal, params.transactionId), 'transaction_not_found')
  const document = objectOr404(
    row.notes?.documents?.find(({ id }) => id === params.documentId),
    'document_not_found',
  )
  const sealed = objectOr404(await findSealedDocument(db, document.id), 'document_not_found')
  const bytes = vault.unseal({ accountId: row.account_id, ownerId: document.id, field: 'document' }, sealed)
  if (format !== 'file') return { ...document, content: bytes.toString('base64') }
  return new FileAnswer(Readable.from([bytes]), {
    'content-type': document.mediaType,
    'content-length': String(bytes.length),
    'content-disposition': attachmentDisposition(documentFileName(document.name, document.mediaType)),
  })
}

/** Deletes a document of a transaction. The audit trail keeps the name and the hash of the document. */
const deleteTransactionDocument: WriteOperationService<'deleteTransactionDocument'> = async (context, { params }) => {
  const { tx, principal } = context
  const row = objectOr404(await findTransaction(tx, principal, params.transactionId), 'transaction_not_found')
  let deleted: TransactionDocument | undefined
  await changeTransactionNotes(context, row, (before) => {
    deleted = before.documents?.find(({ id }) => id === params.documentId)
    const left = (before.documents ?? []).filter(({ id }) => id !== params.documentId)
    return { ...before, documents: left.length === 0 ? null : left }
  })
  const document = objectOr404(deleted, 'document_not_found')
  await deleteSealedDocument(tx, document.id)
  return document
}

export const documentHandlers = {
  attachTransactionDocument: writeOperationHandler(attachTransactionDocument),
  listTransactionDocuments: readOperationHandler(listTransactionDocuments),
  getTransactionDocument: readOperationHandler(getTransactionDocument),
  deleteTransactionDocument: writeOperationHandler(deleteTransactionDocument),
}
