import { PurserError } from '@purser/client'
import { apiErrorAtNoFormField } from '../api/errors.ts'
import { errorMessage } from './states.tsx'

/** The error of a form that is not about one of its fields. */
export function FormError({ error, fields = [] }: { error: unknown; fields?: readonly string[] }) {
  if (error === undefined || apiErrorAtNoFormField(error, fields) === null) return null
  return (
    <div role="alert" className="grid gap-1 rounded-lg bg-bad-wash px-4 py-3">
      <p className="font-medium text-bad">{errorMessage(error)}</p>
      {error instanceof PurserError && error.hint && <p className="text-sm">{error.hint}</p>}
    </div>
  )
}
