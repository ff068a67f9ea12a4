import { expect, it } from 'vitest'
import { policyDefaults as shown } from '../../dashboard/src/lib/policy-defaults.ts'
import { policyDefaults } from '../../src/domain/decision/cascade.ts'

it('the dashboard shows the defaults that the service decides by', () => {
  expect(shown).toEqual(policyDefaults)
})
