import { expect, it } from 'vitest'
import { attachmentDisposition, checkDocumentName, documentFileName } from './document-name.ts'

it.each(['invoice.pdf', 'Rechnung Nr. 7 (Kopie).pdf', '領収書.pdf', "Ada's receipt.png", 'a'])(
  '%j is a name of a file',
  (name) => {
    expect(() => checkDocumentName(name)).not.toThrow()
  },
)

it.each([
  '../../etc/passwd',
  '/etc/passwd',
  'C:\\invoice.pdf',
  'a\\b.pdf',
  'c:x.pdf',
  '.htaccess',
  '..',
  'a.pdf.',
  'a.pdf ',
  ' a.pdf',
  'a\r\nSet-Cookie: x.pdf',
  'a\u0000.pdf',
  'a\u2028.pdf',
  'a".pdf',
  'a<b>.pdf',
  'a|b',
  'a?b',
  'a*b',
])('%j is none', (name) => {
  expect(() => checkDocumentName(name)).toThrow(/no name of a file/)
})

it.each([
  ['invoice.pdf', 'application/pdf', 'invoice.pdf'],
  ['invoice.PDF', 'application/pdf', 'invoice.PDF'],
  ['invoice.exe', 'application/pdf', 'invoice.exe.pdf'],
  ['invoice.html', 'message/rfc822', 'invoice.html.eml'],
  ['invoice', 'image/jpeg', 'invoice.jpg'],
  ['invoice.jpeg', 'image/jpeg', 'invoice.jpeg'],
] as const)('%j as %s is saved as %j', (name, type, saved) => {
  expect(documentFileName(name, type)).toBe(saved)
})

it.each([
  ['invoice.pdf', `attachment; filename="invoice.pdf"; filename*=UTF-8''invoice.pdf`],
  ["Ada's (1).pdf", `attachment; filename="Ada_s (1).pdf"; filename*=UTF-8''Ada%27s%20%281%29.pdf`],
  ['領.pdf', `attachment; filename="_.pdf"; filename*=UTF-8''%E9%A0%98.pdf`],
  ['a;b=c.pdf', `attachment; filename="a_b_c.pdf"; filename*=UTF-8''a%3Bb%3Dc.pdf`],
])('%j is offered as %s', (name, header) => {
  expect(attachmentDisposition(name)).toBe(header)
})
