import type { LoadResult } from '../support/load.ts'

export function showLoadResult(name: string, { requestsPerSecond, p50Ms, p99Ms }: LoadResult): void {
  console.log(`${name.padEnd(44)} ${requestsPerSecond.toFixed(0).padStart(6)}/s  p50 ${p50Ms} ms  p99 ${p99Ms} ms`)
}
