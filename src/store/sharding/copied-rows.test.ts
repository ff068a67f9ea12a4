import { DatabaseError } from 'pg'
import { expect, it } from 'vitest'
import { withItsCode } from './copied-rows.ts'

const copyError = (message: string, routine = 'ReportCopyError') =>
  Object.assign(new DatabaseError(message, 0, 'error'), { severity: 'ERROR', code: 'XX000', routine })

it.each([
  ['duplicate key value violates unique constraint "idempotency_keys_pkey_102091"', '23505'],
  ['canceling statement due to lock timeout', '55P03'],
  ['canceling statement due to statement timeout', '57014'],
  ['deadlock detected', '40P01'],
  ['null value in column "id" violates not-null constraint', 'XX000'],
])('what a server says of rows that were copied to it has its code again: %s', (message, code) => {
  expect(withItsCode(copyError(message))).toMatchObject({ message, code })
})

it('any other error is as it was', () => {
  const error = copyError('deadlock detected', 'DeadLockReport')
  expect(withItsCode(error)).toBe(error)
  expect(error.code).toBe('XX000')
})
