/** Runs all steps of a work at once that a service would divide into slices of time. */
export function runInOneTurn<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}
