import { setTimeout as delay } from 'node:timers/promises'
import type { Prometheus } from '../../../test/monitoring/prometheus.ts'
import { eventually } from '../../../test/support/eventually.ts'

/** An alert, with the times at which it was raised and ended, by `performance.now()`. */
export interface AlertFiring {
  readonly alert: string
  readonly firedAt: number
  resolvedAt: number | null
}

export interface AlertWatch {
  /** All alerts that have fired so far, the earliest first. */
  readonly firings: readonly AlertFiring[]
  /** Waits until the alert fires. Rejects if it does not fire in time. */
  fires(alert: string): Promise<void>
  /** Waits until none of these alerts fires any more. */
  areResolved(alerts: readonly string[]): Promise<void>
  stop(): Promise<void>
}

const POLL_MS = 500
const FIRES_WITHIN_MS = 150_000
const RESOLVED_WITHIN_MS = 90_000

/** Asks Prometheus twice a second which alerts fire. An alert of two nodes counts once. */
export function watchAlerts(prometheus: Prometheus, said: (what: string) => void): AlertWatch {
  const firings: AlertFiring[] = []
  const over = new AbortController()
  const isFiring = (alert: string) => firings.some((one) => one.alert === alert && one.resolvedAt === null)
  const look = async () => {
    const now = new Set(await prometheus.firing())
    for (const alert of now) {
      if (isFiring(alert)) continue
      said(`alert: ${alert} fires`)
      firings.push({ alert, firedAt: performance.now(), resolvedAt: null })
    }
    for (const firing of firings) {
      if (firing.resolvedAt !== null || now.has(firing.alert)) continue
      said(`alert: ${firing.alert} is resolved`)
      firing.resolvedAt = performance.now()
    }
  }
  const run = async () => {
    for (; !over.signal.aborted; await delay(POLL_MS)) await look().catch((error: unknown) => said(String(error)))
  }
  const running = run()
  return {
    firings,
    fires: (alert) => eventually(`${alert} fires`, () => isFiring(alert), FIRES_WITHIN_MS),
    areResolved: (alerts) =>
      eventually(`${alerts.join(', ')} are resolved`, () => !alerts.some(isFiring), RESOLVED_WITHIN_MS),
    stop: async () => {
      over.abort()
      await running
    },
  }
}
