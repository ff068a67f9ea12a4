import { AggregatorRegistry, Counter, Registry } from '@prometheus-io/client'
import { nodeMetrics } from '../telemetry/metrics.ts'
import type { MeasuredMetric } from '../telemetry/telemetry.ts'
import type { MetricsText } from './messages.ts'

/**
 * The metrics of several processes as one text. What a process has counted stays counted when the process ends: a sum that falls would look
 * like a restart of the whole, and Prometheus would count everything again.
 */
export class SummedMetrics {
  readonly #registry = new Registry()
  readonly #restarts = new Counter({ ...nodeMetrics.restarts, registers: [this.#registry] })
  /** The metrics that each running process reported last, by its process id. */
  readonly #last = new Map<number, readonly MeasuredMetric[]>()
  /** The counters of the processes that have ended, summed. */
  #kept: Promise<readonly MeasuredMetric[]> = Promise.resolve([])

  measured(process: number, values: readonly MeasuredMetric[]): void {
    this.#last.set(process, values)
  }

  ended(process: number): void {
    const counts = (this.#last.get(process) ?? []).filter(isCount)
    this.#last.delete(process)
    this.#kept = this.#kept.then((kept) => sumOf([kept, counts]).getMetricsAsJSON())
  }

  restarted(): void {
    this.#restarts.inc()
  }

  async text(): Promise<MetricsText> {
    // The metrics of running processes and the counts of ended ones are taken at one moment, before the first wait: the counts of a process
    // that ends meanwhile move from the former to the latter.
    const [running, kept] = [[...this.#last.values()], this.#kept]
    const sum = sumOf([...running, await kept, await this.#registry.getMetricsAsJSON()])
    return { contentType: sum.contentType, text: await sum.metrics() }
  }
}

const sumOf = (all: readonly (readonly MeasuredMetric[])[]): Registry =>
  AggregatorRegistry.aggregate(all.map((values) => [...values]))

const isCount = ({ type }: MeasuredMetric): boolean => ['counter', 'histogram'].includes(type)
