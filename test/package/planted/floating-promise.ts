/** A planted error: a promise that nobody awaits. Only a rule that knows types can see it. */
export function forgetToAwait(save: () => Promise<void>): void {
  save()
}
