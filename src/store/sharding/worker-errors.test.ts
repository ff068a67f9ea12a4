import { DatabaseError } from 'pg'
import { expect, it } from 'vitest'
import { withSqlState } from './worker-errors.ts'

const copyError = (message: string, routine = 'ReportCopyError') =>
  Object.assign(new DatabaseError(message, 0, 'error'), { severity: 'ERROR', code: 'XX000', routine })

it.each([
  ['duplicate key value violates unique constraint "idempotency_keys_pkey_102091"', '23505'],
  ['canceling statement due to lock timeout', '55P03'],
  ['canceling statement due to statement timeout', '57014'],
  ['deadlock detected', '40P01'],
  ['null value in column "id" violates not-null constraint', 'XX000'],
])("a worker's error about copied rows gets the code of its message: %s", (message, code) => {
  expect(withSqlState(copyError(message))).toMatchObject({ message, code })
})

it('any other error stays as it is', () => {
  const error = copyError('deadlock detected', 'DeadLockReport')
  expect(withSqlState(error)).toBe(error)
  expect(error.code).toBe('XX000')
})
