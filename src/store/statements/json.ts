/** Writes the value of a JSON column as text, so that an array is not sent as a PostgreSQL array. */
export function jsonText(value: object): string
export function jsonText(value: object | null): string | null
export function jsonText(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value)
}
