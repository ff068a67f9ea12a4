/** Writes the value of a JSON column as text, so that an array is not sent as a PostgreSQL array. */
export function json(value: object): string
export function json(value: object | null): string | null
export function json(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value)
}
