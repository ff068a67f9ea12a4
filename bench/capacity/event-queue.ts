interface Planned {
  readonly at: number
  readonly run: () => void
}

/** The future events of the simulation in the order of their times, as a binary heap. */
export class SimulationEventQueue {
  /** The present time of the simulation, in milliseconds. */
  now = 0
  readonly #heap: Planned[] = []

  after(ms: number, run: () => void): void {
    const heap = this.#heap
    let index = heap.length
    const planned = { at: this.now + ms, run }
    while (index > 0) {
      const above = (index - 1) >> 1
      const parent = heap[above] as Planned
      if (parent.at <= planned.at) break
      heap[index] = parent
      index = above
    }
    heap[index] = planned
  }

  run(): void {
    for (let next = this.#take(); next !== undefined; next = this.#take()) {
      this.now = next.at
      next.run()
    }
  }

  #take(): Planned | undefined {
    const heap = this.#heap
    const first = heap[0]
    const last = heap.pop()
    if (first === undefined || last === undefined || heap.length === 0) return first
    let index = 0
    for (;;) {
      let child = 2 * index + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && (heap[child + 1] as Planned).at < (heap[child] as Planned).at) child += 1
      if ((heap[child] as Planned).at >= last.at) break
      heap[index] = heap[child] as Planned
      index = child
    }
    heap[index] = last
    return first
  }
}
