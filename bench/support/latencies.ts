/** A collection of durations in milliseconds. */
export class Latencies {
  #all: number[] = []
  #isSorted = true

  add(ms: number): void {
    this.#all.push(ms)
    this.#isSorted = false
  }

  get count(): number {
    return this.#all.length
  }

  /** The quantile of the durations for a `share` between 0 and 1. Null: no duration was collected. */
  quantile(share: number): number | null {
    if (!this.#isSorted) this.#all.sort((a, b) => a - b)
    this.#isSorted = true
    return this.#all[Math.min(this.#all.length - 1, Math.floor(share * this.#all.length))] ?? null
  }

  /** The quantile of the durations, rounded for a table. */
  shown(share: number): number | null {
    const ms = this.quantile(share)
    return ms === null ? null : Math.round(ms * 100) / 100
  }
}
