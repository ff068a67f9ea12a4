import { describe, expect, it } from 'vitest'
import { samples } from '../../../../test/policy-sheet/samples.ts'
import { Policy } from '../../../contract/policy.ts'
import { applyCreationBody, patchToApplyFileEntry } from './changes.ts'
import { plannedChangeAllowsMore } from './allows-more.ts'

it.each([
  { what: 'nothing', actual: { label: 'a', policy: {} }, expected: { label: 'a', policy: {} }, body: {}, paths: [] },
  { what: 'a field that the file leaves out', actual: { label: 'a' }, expected: {}, body: {}, paths: [] },
  { what: 'a text', actual: { label: 'a' }, expected: { label: 'b' }, body: { label: 'b' }, paths: ['label'] },
  {
    what: 'a field that is unset',
    actual: { label: 'a' },
    expected: { label: null },
    body: { label: null },
    paths: ['label'],
  },
  { what: 'a field that is unset already', actual: {}, expected: { label: null }, body: {}, paths: [] },
  {
    what: 'a limit of a policy, whose other fields go',
    actual: { policy: { limits: { perDay: 1, perAuth: 2 }, requireIntent: true } },
    expected: { policy: { limits: { perDay: 5 } } },
    body: { policy: { limits: { perDay: 5, perAuth: null }, requireIntent: null } },
    paths: ['policy.limits.perDay', 'policy.limits.perAuth', 'policy.requireIntent'],
  },
  {
    what: 'all limits of a policy',
    actual: { policy: { limits: { perDay: 1 } } },
    expected: { policy: {} },
    body: { policy: { limits: null } },
    paths: ['policy.limits'],
  },
  {
    what: 'hard caps, whole',
    actual: { limits: { total: 5 } },
    expected: { limits: { perDay: 1 } },
    body: { limits: { total: null, perDay: 1 } },
    paths: ['limits.total', 'limits.perDay'],
  },
  {
    what: 'hours, member by member',
    actual: { policy: { activeHours: { timezone: 'UTC', days: [1], from: '08:00', to: '18:00' } } },
    expected: { policy: { activeHours: { timezone: 'UTC', days: [1, 2], from: '08:00', to: '18:00' } } },
    body: { policy: { activeHours: { days: [1, 2] } } },
    paths: ['policy.activeHours.days'],
  },
  {
    what: 'metadata, of which what the file does not name stays',
    actual: { metadata: { a: 1, b: { c: 2, d: 3 } } },
    expected: { metadata: { b: { c: 4 }, e: [1] } },
    body: { metadata: { b: { c: 4 }, e: [1] } },
    paths: ['metadata.b.c', 'metadata.e'],
  },
  {
    what: 'a list, whole',
    actual: { policy: { allowedMccs: ['1', '2'] } },
    expected: { policy: { allowedMccs: ['2'] } },
    body: { policy: { allowedMccs: ['2'] } },
    paths: ['policy.allowedMccs'],
  },
  {
    what: 'events in another order',
    kind: 'webhooks' as const,
    actual: { events: ['a', 'b'] },
    expected: { events: ['b', 'a'] },
    body: {},
    paths: [],
  },
  {
    what: 'a first shadow policy that is empty',
    actual: {},
    expected: { shadowPolicy: {} },
    body: { shadowPolicy: {} },
    paths: ['shadowPolicy'],
  },
  {
    what: 'a shadow policy that ends',
    actual: { shadowPolicy: {} },
    expected: { shadowPolicy: null },
    body: { shadowPolicy: null },
    paths: ['shadowPolicy'],
  },
])('a PATCH has what differs: $what', ({ kind = 'cards' as const, actual, expected, body, paths }) => {
  const patch = patchToApplyFileEntry(kind, actual, expected)
  expect(patch.body).toEqual(body)
  expect(patch.changes.map(({ path }) => path)).toEqual(paths)
})

it('creates without fields that are null, and tells every field', () => {
  expect(applyCreationBody({ label: null, policy: { limits: { perDay: 1 } }, usage: 'single' })).toEqual({
    body: { policy: { limits: { perDay: 1 } }, usage: 'single' },
    changes: [
      { path: 'policy.limits.perDay', before: null, after: 1 },
      { path: 'usage', before: null, after: 'single' },
    ],
  })
})

describe.each(Object.keys(Policy.properties) as (keyof Policy)[])('the field %s of a policy', (field) => {
  const [strict, looser] = samples[field].slice(-2)
  const loose = typeof looser === 'object' && !Array.isArray(looser) ? null : looser // a PATCH of an object is about its members
  const more = (before: unknown, after: unknown, path = `policy.${field}`) =>
    plannedChangeAllowsMore({ path, before, after })
  it('has a direction: one way allows more, the other does not', () => {
    expect([more(strict, loose), more(loose, strict)]).toEqual([true, false])
    expect(more(null, strict)).toBe(field === 'autoApproveBelow') // without this field, every intent waits for a person
  })

  it('allows more where it is taken away, and nothing in a shadow policy', () => {
    expect(more(strict, null)).toBe(field !== 'autoApproveBelow')
    expect(more(strict, loose, `shadowPolicy.${field}`)).toBe(false)
  })
})

it.each([
  ['policy.limits.perDay', 1, 2, true],
  ['policy.limits.perDay', 2, 1, false],
  ['policy.limits.perDay', 2, null, true],
  ['policy.limits.perDay', null, 2, false],
  ['policy.limits', { perDay: 2 }, null, true],
  ['limits.total', 1, 2, true],
  ['policy.maxAmount', 1, 2, true],
  ['policy.autoApproveBelow', null, 2, true],
  ['policy.autoApproveBelow', 2, null, false],
  ['policy.cooldownMinutes', 5, 1, true],
  ['policy.cooldownMinutes', 1, 5, false],
  ['policy.requireApproval', true, false, true],
  ['policy.requireApproval', true, null, true],
  ['policy.requireApproval', false, true, false],
  ['policy.allowedMccs', ['1'], ['1', '2'], true],
  ['policy.allowedMccs', ['1', '2'], ['1'], false],
  ['policy.allowedMccs', ['1'], null, true],
  ['policy.allowedMccs', null, ['1'], false],
  ['policy.blockedMccs', ['1'], [], true],
  ['policy.blockedMccs', ['1'], ['1', '2'], false],
  ['policy.activeHours.to', '18:00', '20:00', true],
  ['policy.onMissingIntent', 'decline', 'flag', true],
  ['policy.onMissingIntent', 'decline', 'freeze', false],
  ['policy.onMissingIntent', 'freeze', 'decline', true],
  ['status', 'frozen', 'active', true],
  ['status', 'active', 'frozen', false],
  ['shadowPolicy.limits.perDay', 1, 2, false],
  ['label', 'a', 'b', false],
])('%s from %j to %j may allow more: %s', (path, before, after, more) => {
  expect(plannedChangeAllowsMore({ path, before, after })).toBe(more)
})
