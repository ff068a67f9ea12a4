import { PurserError } from '@purser/client'

/** The message and the hint of an API error about a form field, or about a part of that field. */
export const apiErrorAtFormField = (error: unknown, field: string): string | undefined =>
  error instanceof PurserError && isAt(error.param, field)
    ? [error.message, error.hint].filter(Boolean).join(' ')
    : undefined

/** The API error if it is about none of these form fields, to be shown below the form. Undefined: one of the fields shows it. */
export const apiErrorAtNoFormField = (error: unknown, fields: readonly string[]): unknown =>
  fields.some((field) => apiErrorAtFormField(error, field) !== undefined) ? null : error

const isAt = (param: string | undefined, field: string): boolean =>
  param === field || param?.startsWith(`${field}.`) === true || param?.startsWith(`${field}[`) === true
