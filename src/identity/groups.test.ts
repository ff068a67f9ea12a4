import { expect, it } from 'vitest'
import { groupsOfProviderClaim, describeProviderGroups } from './groups.ts'
import { providerIdentityOf } from './identity-of.ts'

const KNOWN = ['finance', 'Finance Leads']

it.each([
  ['a list of names', ['finance', 'ops'], ['finance', 'ops']],
  ['one name', 'finance', ['finance']],
  ['one known name with a space', 'Finance Leads', ['Finance Leads']],
  ['a text with commas', 'finance, ops', ['finance', 'ops']],
  ['a text with commas, of names with spaces', 'Finance Leads,ops', ['Finance Leads', 'ops']],
  ['a text with semicolons', 'finance;ops;', ['finance', 'ops']],
  ['a text with spaces', 'finance  ops', ['finance', 'ops']],
  ['an object with the names as its keys', { finance: { 1: 'x' }, ops: {} }, ['finance', 'ops']],
  ['an object that says which of them count', { finance: true, ops: false, all: null }, ['finance']],
  ['a list of objects with names', [{ name: 'finance' }, { name: 'ops', id: '7' }], ['finance', 'ops', '7']],
  ['a list of objects with ids', [{ id: 'finance' }], ['finance']],
  ['a list of other things', [7, null, ['finance'], {}, { name: 7 }], []],
  ['a number', 7, []],
  ['nothing', undefined, []],
])('reads the groups of %s', (_what, claim, groups) => {
  expect(groupsOfProviderClaim(claim, KNOWN)).toEqual(groups)
})

it.each([
  [{ groups: ['ops'] }, 'the claim groups is a list (of string), which names "ops"'],
  [{ groups: [] }, 'the claim groups is an empty list, in which no name of a group can be read'],
  [{ groups: [7, null] }, 'the claim groups is a list (of number, null), in which no name of a group can be read'],
  [{ groups: { ops: {} } }, 'the claim groups is an object, which names "ops"'],
  [{ groups: true }, 'the claim groups is a boolean, in which no name of a group can be read'],
  [{ sub: 'ada', roles: ['ops'] }, 'there is no claim groups; there are "sub", "roles"'],
])('says what came in %j', (claims, said) => {
  expect(describeProviderGroups(claims, 'groups')).toBe(said)
})

it('says the first names alone, where there are many', () => {
  const said = describeProviderGroups(
    { groups: Array.from({ length: 500 }, (_, at) => `group-${at}-${'x'.repeat(100)}`) },
    'groups',
  )
  expect(said).toContain('490 more')
  expect(said.length).toBeLessThan(1000)
})

it.each([
  ['a letter and a skin tone', '👍🏽'],
  ['a pair of surrogates', '💳'],
  ['a letter and its mark', 'e\u0301'],
])('cuts a long name before %s, not within it', (_what, character) => {
  const name = `${'a'.repeat(199)}${character}`
  const claims = { iss: 'https://login.example.com', sub: 'ada', name }
  const read = providerIdentityOf(claims, {
    issuer: 'https://login.example.com',
    groupsClaim: 'groups',
    knownGroups: [],
  }).name
  expect(read).toBe('a'.repeat(199))
})
