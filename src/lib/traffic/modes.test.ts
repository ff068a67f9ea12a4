import { expect, it } from 'vitest'
import { InvariantError } from '../assert.ts'
import { ModeWithAllowedChanges } from './modes.ts'

it('goes from mode to mode as is allowed, and in no other way', () => {
  const modes = new ModeWithAllowedChanges('closed', { closed: ['open'], open: ['closed', 'broken'], broken: [] })
  expect(() => modes.become('broken')).toThrow(InvariantError)
  expect(modes.current).toBe('closed')
  modes.become('open')
  expect(() => modes.become('open')).toThrow('open follows open')
  modes.become('broken')
  expect(() => modes.become('open')).toThrow('open follows broken')
})
