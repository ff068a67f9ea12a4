import { expect, it } from 'vitest'
import { greeting } from './start.ts'

const service = {
  baseUrl: 'http://127.0.0.1:8420/v1',
  firstAdminKey: { secret: 'sk_secret', generated: true, ownerInvitation: 'invite_secret' },
}
const COMMAND = 'purser people invite <email> --role owner'

it('prints the link of the first owner to a terminal', () => {
  const text = greeting(service, { invitation: 'invite_secret' })
  expect(text).toContain('http://localhost:8420/welcome#invite_secret')
  expect(text).not.toContain(COMMAND)
})

it('names the command that makes the link where the output is no terminal', () => {
  const text = greeting(service, 'command')
  expect(text).not.toContain('invite_secret')
  expect(text).toContain(COMMAND)
})

it('names neither where somebody has joined', () => {
  const text = greeting({ ...service, firstAdminKey: null }, null)
  expect(text).not.toContain('welcome#')
  expect(text).not.toContain(COMMAND)
})
