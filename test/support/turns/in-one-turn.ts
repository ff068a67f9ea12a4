/** Takes all steps of work that a service divides into slices of time. */
export function inOneTurn<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}
