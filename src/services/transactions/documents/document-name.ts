import { invalidRequestError } from '../../../contract/errors.ts'
import { type DocumentMediaType, documentExtensions } from '../../../contract/resources/papers/transaction-documents.ts'

/** Matches what no name of a file has: a path, a control character, or a character that a system reads as something else. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const UNFIT = /[/\\:*?"<>|\u0000-\u001f\u007f-\u009f\u2028\u2029]|^\.|[. ]$|^\s/u

/** Refuses a name of a document that could be read as a path or a command. The body's texts were checked for what nobody sees. */
export function checkDocumentName(name: string): void {
  if (!UNFIT.test(name)) return
  throw invalidRequestError(
    'name',
    '`name` is no name of a file: it has a path or a character that file systems do not take.',
    'parameter_invalid',
    'Send the name alone, such as `invoice.pdf`.',
  )
}

/** The name under which a document is saved. It always ends with an extension of its type, whatever the caller has called it. */
export function documentFileName(name: string, mediaType: DocumentMediaType): string {
  const extensions: readonly string[] = documentExtensions[mediaType]
  const extension = /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase()
  return extension !== undefined && extensions.includes(extension) ? name : `${name}.${extensions[0]}`
}

/** The header `Content-Disposition` of a download: the name in ASCII, and whole by RFC 8187. */
export function attachmentDisposition(name: string): string {
  const ascii = name.replaceAll(/[^\w .()-]/g, '_')
  const whole = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${whole}`
}
