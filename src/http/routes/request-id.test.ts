import { expect, it } from 'vitest'
import { callersRequestId } from './request-id.ts'

const taken = (id: string | undefined) => callersRequestId({ headers: { 'x-request-id': id } })

it.each([
  ['a UUID', '6f1c3b1a-9a0e-4c53-8a51-6f2f2e0c9a77'],
  ['hex', '7b1d0f4c2a9e48d6b3c1f0a95e6d2c84'],
  ['one of a load balancer', 'Root=1-67891233-abcdef012345678912345678'],
  ['base64', 'dGVzdA+/=='],
  ['one character', 'x'],
  ['the longest', 'x'.repeat(128)],
])('takes %s', (_name, id) => expect(taken(id)).toBe(id))

it.each([
  ['none', undefined],
  ['an empty one', ''],
  ['one that is too long', 'x'.repeat(129)],
  ['a line break', 'a\r\nlevel: fatal'],
  ['a quote', 'a"b'],
  ['a space, as of two headers', 'a, b'],
  ['another script', 'ä'],
  ['an id of Purser', 'req_01kdvy2n7rj4t8w0q3m5x90001'],
  ['an API key', `sk_${'a'.repeat(40)}`],
  ['the secret of a webhook behind a name', `trace/whsec_${'a'.repeat(64)}`],
  ['a card number', '4000001234567899'],
  ['a card number in groups', 'order:4000-0012-3456-7899'],
])('takes no id that is %s', (_name, id) => expect(taken(id)).toBeNull())
