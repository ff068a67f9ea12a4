import { Type, type Static } from 'typebox'
import { Id, Timestamp } from '../../primitives.ts'

/** The most bytes of a document. */
export const MAX_DOCUMENT_BYTES = 5 * 1024 * 1024
/** The most documents of a transaction. */
export const MOST_DOCUMENTS = 10
/** The most bytes of a request with a document: as base64 in JSON, with its name. */
export const MAX_DOCUMENT_BODY_BYTES = Math.ceil((MAX_DOCUMENT_BYTES * 4) / 3) + 256 * 1024

/** The media types of documents, each with the extension of its files. */
export const documentExtensions = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'message/rfc822': ['eml'],
} as const
export type DocumentMediaType = keyof typeof documentExtensions

const documentFields = {
  id: Id,
  name: Type.String({ maxLength: 200, description: 'The name of the file, as the caller gave it.' }),
  mediaType: Type.Enum(Object.keys(documentExtensions) as DocumentMediaType[], {
    description: 'The media type of the document, found by its content.',
  }),
  size: Type.Integer({ minimum: 1, maximum: MAX_DOCUMENT_BYTES, description: 'The size of the document in bytes.' }),
  sha256: Type.String({
    pattern: '^[0-9a-f]{64}$',
    maxLength: 64,
    description: 'The SHA-256 hash of the bytes of the document, in hex.',
  }),
  createdAt: Timestamp,
  createdBy: Type.String({ maxLength: 256, description: 'Who attached the document: an API key or a person, by id.' }),
}

export const TransactionDocument = Type.Object(documentFields, { title: 'TransactionDocument' })
export type TransactionDocument = Static<typeof TransactionDocument>

const content = Type.String({
  minLength: 4,
  maxLength: MAX_DOCUMENT_BODY_BYTES,
  pattern: '^[A-Za-z0-9+/]+={0,2}$',
  description: 'The bytes of the document, as base64 (RFC 4648, section 4).',
})

export const TransactionDocumentWithContent = Type.Object(
  { ...documentFields, content },
  { title: 'TransactionDocumentWithContent' },
)

export const AttachDocumentBody = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'The name of the file, without a path.',
      examples: ['invoice.pdf'],
    }),
    content,
  },
  { additionalProperties: false },
)

export const TransactionDocuments = Type.Object(
  {
    data: Type.Array(TransactionDocument, {
      maxItems: MOST_DOCUMENTS,
      description: 'The documents of the transaction, the oldest first.',
    }),
  },
  { title: 'TransactionDocuments' },
)
