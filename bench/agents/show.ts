import type { LoadTestResult } from '../support/load.ts'

export function printLoadTestResult(name: string, { requestsPerSecond, p50Ms, p99Ms }: LoadTestResult): void {
  console.log(`${name.padEnd(44)} ${requestsPerSecond.toFixed(0).padStart(6)}/s  p50 ${p50Ms} ms  p99 ${p99Ms} ms`)
}
