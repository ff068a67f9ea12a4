/** Joins the class names that are not false, null or undefined. */
export const joinClassNames = (...names: readonly (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(' ')
