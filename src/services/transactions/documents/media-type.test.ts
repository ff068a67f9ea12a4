import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { documentMediaType } from './media-type.ts'

const mail = (...lines: readonly string[]) => Buffer.from([...lines, '', 'Your receipt'].join('\r\n'))
const MAIL = ['From: Shop <a@shop.example>', 'Date: Thu, 1 Jan 2026 10:00:00 +0000']

it.each([
  ['a PDF', Buffer.from('%PDF-1.7\n'), 'application/pdf'],
  ['a PDF that is a page, too', Buffer.from('%PDF-1.7\n<script>alert(1)</script>'), 'application/pdf'],
  ['a JPEG', Buffer.of(0xff, 0xd8, 0xff, 0xe0), 'image/jpeg'],
  ['a PNG', Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0), 'image/png'],
  ['a WebP', Buffer.from('RIFF\0\0\0\0WEBPVP8 '), 'image/webp'],
  ['a mail', mail(...MAIL), 'message/rfc822'],
  ['a mail with folded lines and other line ends', Buffer.from('Date: x\nFROM: a\n b\n\nText'), 'message/rfc822'],
  ['a mail with a zip in it, which nobody unpacks', mail(...MAIL, 'Content-Type: application/zip'), 'message/rfc822'],
  ['a mail that is a header alone', Buffer.from(MAIL.join('\r\n')), 'message/rfc822'],
  ['nothing', Buffer.alloc(0), null],
  ['zeros', Buffer.alloc(100), null],
  ['a PDF after something else', Buffer.from('\n%PDF-1.7'), null],
  ['the beginning of a PNG', Buffer.of(0x89, 0x50, 0x4e, 0x47), null],
  ['a RIFF that is a sound', Buffer.from('RIFF\0\0\0\0WAVEfmt '), null],
  ['a GIF', Buffer.from('GIF89a'), null],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), null],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), null],
  ['a page after a header', mail('<script>: x', ...MAIL), null],
  ['a zip', Buffer.from('PK\u0003\u0004'), null],
  ['gzip', gzipSync(Buffer.alloc(1000)), null],
  ['a program', Buffer.from('MZ\u0090\0'), null],
  ['a script', Buffer.from('#!/bin/sh\nFrom: a\nDate: b\n\n'), null],
  ['a mail without a sender', mail('Date: x', 'Subject: y'), null],
  ['a mail without a date', mail('From: x', 'Subject: y'), null],
  ['a header with a zero', mail('From: a\0', 'Date: b'), null],
  ['a header that is no UTF-8', Buffer.concat([Buffer.from('From: '), Buffer.of(0xff), mail('', 'Date: b')]), null],
  ['a text', Buffer.from('Receipt\n\nFrom: a\nDate: b\n\n'), null],
  ['a header without an end', Buffer.concat([mail(...MAIL).subarray(0, 60), Buffer.alloc(100_000, 'x')]), null],
])('%s', (_, bytes, type) => {
  expect(documentMediaType(bytes)).toBe(type)
})

it('ten million bytes are judged by their beginning', () => {
  expect(documentMediaType(Buffer.alloc(10_000_000, 'From: a\n'))).toBeNull()
  expect(documentMediaType(Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(10_000_000)]))).toBe('application/pdf')
})
