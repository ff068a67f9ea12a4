import { PurserError } from '@purser/client'
import { messageOf } from './states.tsx'

/** What a form was refused for, where no field of it is at fault. */
export function FormError({ error, fields = [] }: { error: unknown; fields?: readonly string[] }) {
  if (error === null || error === undefined || faultOf(error, fields) !== undefined) return null
  return (
    <div role="alert" className="grid gap-1 rounded-lg bg-bad-wash px-4 py-3">
      <p className="font-medium text-bad">{messageOf(error)}</p>
      {error instanceof PurserError && error.hint && <p className="text-sm">{error.hint}</p>}
    </div>
  )
}

const faultOf = (error: unknown, fields: readonly string[]): string | undefined =>
  error instanceof PurserError && error.param !== undefined && fields.includes(error.param)
    ? [error.message, error.hint].filter(Boolean).join(' ')
    : undefined

/** What an error says of one field. */
export const fieldError = (error: unknown, field: string): string | undefined => faultOf(error, [field])
