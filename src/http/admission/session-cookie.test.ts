import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { ApiError } from '../../contract/errors.ts'
import { sessionSecretInCookie } from './session-cookie.ts'

/** The session's secret, as it is read from the cookie of a POST that a page of `origin` sends to `host`. */
const secretOf = (origin: string | undefined, host: string | undefined) => () =>
  sessionSecretInCookie({ method: 'POST', headers: { cookie: '__Host-purser=sec', origin, host } } as FastifyRequest)

it.each([
  ['https://pay.example.com', 'pay.example.com'],
  ['https://pay.example.com', 'pay.example.com:443'],
  ['http://pay.example.com', 'pay.example.com:80'],
  ['https://pay.example.com:8443', 'pay.example.com:8443'],
  ['http://[2001:db8::7]', '[2001:db8::7]:80'],
  ['https://PAY.example.com', 'pay.EXAMPLE.com:443'],
])('a page of %s is one of the host %s', (origin, host) => {
  expect(secretOf(origin, host)()).toBe('sec')
})

it.each([
  ['https://pay.example.com', 'pay.example.com:80'],
  ['http://pay.example.com', 'pay.example.com:443'],
  ['https://pay.example.com', 'pay.example.com:8443'],
  ['https://pay.example.com:8443', 'pay.example.com'],
  ['https://pay.example.com.evil.example', 'pay.example.com:443'],
  ['https://pay.example.com', 'pay.example.com:443@evil.example'],
  ['null', 'pay.example.com'],
  ['', ''],
  [undefined, 'pay.example.com'],
  ['https://pay.example.com', undefined],
])('a page of %s is none of the host %s', (origin, host) => {
  expect(secretOf(origin, host)).toThrow(ApiError)
})
