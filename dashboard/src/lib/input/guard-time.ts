/** How long people need to see that something else is shown, and to hold back a key or a click. Nothing decides in this time. */
export const GUARD_MS = 600
