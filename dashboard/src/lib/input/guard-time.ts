/**
 * How long people need to notice that the page shows something else, and to hold back a key or a click. For so long, no input decides
 * anything.
 */
export const INPUT_GUARD_MS = 600
