import { describe, expect, it } from 'vitest'
import { providerIdentityOf } from './identity-of.ts'

const options = { issuer: 'https://id.example.com', groupsClaim: 'groups', knownGroups: [] }
const claims = { iss: options.issuer, sub: 'ada', email: 'Ada@Example.com', email_verified: true }
const of = (more: object) => providerIdentityOf({ ...claims, ...more }, options)

describe('the identity in claims', () => {
  it('has the email address in lower case', () => expect(of({}).email).toBe('ada@example.com'))

  it.each([
    'a,b@c.example',
    'a<b@c.example',
    'a;b@c.example',
    'a b@c.example',
    'a@b@c.example',
    'a\u0000@c.example',
    'a"b@c.example',
  ])('has no address that a mail server reads as another one: %j', (email) => expect(of({ email }).email).toBeNull())

  it.each(['', 'a\u0000', 'a\u001b[2J', '\ud800', 'a'.repeat(256), 7])(
    'is refused for a subject that is no name: %j',
    (sub) => {
      expect(() => of({ sub })).toThrow('the token names nobody')
    },
  )
})
