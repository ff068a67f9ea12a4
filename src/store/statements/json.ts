/** A JSON column's value on its way in: text, so that no array is taken for a PostgreSQL array. */
export function json(value: object): string
export function json(value: object | null): string | null
export function json(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value)
}
