import type { Reconciliation } from '../contract/reconciliation.ts'
import { withBorrowedDatabase } from './borrowed-database.ts'
import { composePurser } from './compose.ts'
import type { Logger } from './logger.ts'
import { explainKeyError, masterKeySource } from './master-keys.ts'
import { OperatorError } from './operator-error.ts'
import type { Settings } from './options.ts'
import { assertServable } from './read-settings.ts'
import { createTelemetry } from './telemetry.ts'

export interface ReconcileOptions {
  readonly settings: Settings
  readonly logger: Logger
  /** How far back purchases are compared, milliseconds. */
  readonly lookBackMs: number
  readonly fix: boolean
}

/** Compares with the issuers of the settings, by a node that serves nobody; also beside a running service. */
export function reconcileIssuers({ settings, logger, lookBackMs, fix }: ReconcileOptions): Promise<Reconciliation> {
  if (settings.stripeKey === null)
    throw new OperatorError(
      'No issuer can be asked, which is so far only Stripe: set its key, PURSER_STRIPE_KEY=rk_test_...',
    )
  assertServable(settings)
  return withBorrowedDatabase(settings, logger, async (database) => {
    const parts = { settings, database, logger, telemetry: createTelemetry() }
    const masterKeys = await masterKeySource(settings)
    const node = await composePurser({ ...parts, masterKeys }).catch(explainKeyError)
    try {
      return await node.reconcile({ since: node.deps.clock.now() - lookBackMs, fix })
    } finally {
      await node.stop()
    }
  })
}
