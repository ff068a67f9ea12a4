import type { Reconciliation } from '../../contract/resources/reconciliation.ts'
import { withMigratedDatabase } from './borrowed-database.ts'
import { composePurserNode } from '../compose.ts'
import { issuerNamed } from '../../issuers/registry.ts'
import { externalIssuers } from '../../issuers/names.ts'
import { settingsOfIssuer } from '../settings/issuer-settings.ts'
import type { Logger } from '../telemetry/logger.ts'
import { explainMasterKeyError, masterKeySource } from '../master-keys.ts'
import { OperatorError } from '../operator-error.ts'
import type { Settings } from '../settings/options.ts'
import { assertServableSettings } from '../settings/servable.ts'
import { createTelemetry } from '../telemetry/telemetry.ts'

export interface ReconcileOptions {
  readonly settings: Settings
  readonly logger: Logger
  /** How many milliseconds back purchases are compared with the issuers. */
  readonly lookBackMs: number
  readonly fix: boolean
}

/** Compares cards and purchases with the issuers of the settings, by a node that does not listen. Works also beside a running service. */
export function reconcileIssuers({ settings, logger, lookBackMs, fix }: ReconcileOptions): Promise<Reconciliation> {
  if (externalIssuers.every((name) => settingsOfIssuer(settings, name).key === null)) {
    const names = externalIssuers.map((name) => issuerNamed(name).settings.key.env).join(' or ')
    throw new OperatorError(`No issuer can be asked: set the key of one, ${names}.`)
  }
  assertServableSettings(settings)
  return withMigratedDatabase(settings, logger, async (database) => {
    const components = { settings, database, logger, telemetry: createTelemetry() }
    const masterKeys = await masterKeySource(settings)
    const node = await composePurserNode({ ...components, masterKeys }).catch(explainMasterKeyError)
    try {
      return await node.reconcile({ since: node.deps.clock.now() - lookBackMs, fix })
    } finally {
      await node.stop()
    }
  })
}
