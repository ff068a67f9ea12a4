import { expect, it } from 'vitest'
import { versionWithCommit } from '../../app/built-from.ts'
import { startCommandGreeting } from './start.ts'

const service = {
  baseUrl: 'http://127.0.0.1:8420/v1',
  firstAdminKey: { secret: 'sk_secret', generated: true, ownerInvitation: 'invite_secret' },
}
const COMMAND = 'purser people invite <email> --role owner'

it('prints the link of the first owner to a terminal', () => {
  const text = startCommandGreeting(service, { invitation: 'invite_secret' }, null)
  expect(text).toContain('http://localhost:8420/welcome#invite_secret')
  expect(text).not.toContain(COMMAND)
})

it('names the command that makes the link where the output is no terminal', () => {
  const text = startCommandGreeting(service, 'command', null)
  expect(text).not.toContain('invite_secret')
  expect(text).toContain(COMMAND)
})

it('names neither where somebody has joined', () => {
  const text = startCommandGreeting({ ...service, firstAdminKey: null }, null, null)
  expect(text).not.toContain('welcome#')
  expect(text).not.toContain(COMMAND)
})

it('leads to the address at which people reach it, where there is one', () => {
  const text = startCommandGreeting(service, { invitation: 'invite_secret' }, 'https://purser.example.com')
  expect(text).toContain('Purser listens on http://127.0.0.1:8420/v1\nDashboard: https://purser.example.com/\n')
  expect(text).toContain('API reference: https://purser.example.com/docs')
  expect(text).toContain('https://purser.example.com/welcome#invite_secret')
})

it('names the version, and the commit where it is known', () => {
  expect(startCommandGreeting(service, 'command', null)).toContain(`\nVersion: ${versionWithCommit()}\n`)
})
