import { expect, it } from 'vitest'
import { acceptedMcpAnswerForm, acceptsEventStreams } from './accepted.ts'

it.each([
  ['application/json, text/event-stream', 'stream', true],
  ['text/event-stream;q=0.5, application/json', 'stream', true],
  ['TEXT/Event-Stream', 'stream', true],
  ['application/*, text/*', 'stream', true],
  ['text/event-stream', 'stream', true],
  ['text/html, text/event-stream', 'stream', true],
  [undefined, 'object', true],
  ['', 'object', true],
  ['*/*', 'object', true],
  ['text/html, */*;q=0.1', 'object', true],
  ['application/json', 'object', false],
  ['application/json;charset=utf-8', 'object', false],
  ['application/*', 'object', false],
  ['application/json, text/event-stream;q=0', 'object', false],
  ['*/*, text/event-stream; q=0', 'object', false],
  ['text/html', null, false],
  ['application/json;q=0, */*', null, true],
  ['text/*, text/event-stream;q=0', null, false],
])('Accept: %s is answered with: %s', (accept, form, isStream) => {
  expect([acceptedMcpAnswerForm(accept), acceptsEventStreams(accept)]).toEqual([form, isStream])
})
