import { describeDifference } from '../../verify/difference.ts'
import { verify, type Verified } from '../../verify/verify.ts'
import { withBorrowedDatabase } from './borrowed-database.ts'
import type { Logger } from '../telemetry/logger.ts'
import type { Settings } from '../settings/options.ts'

export interface VerifyOptions {
  readonly settings: Settings
  readonly logger: Logger
  /** Absent: all customers. */
  readonly customerId?: string | undefined
  /** One line each. */
  readonly onDifference: (difference: string) => void
  readonly onProgress: (entries: number, all: number) => void
}

/** Makes every stored decision again and compares: see docs/guides/verify.md. Also beside a running service. */
export const verifyHistory = ({ settings, logger, onDifference, ...rest }: VerifyOptions): Promise<Verified> =>
  withBorrowedDatabase(settings, logger, (database) =>
    verify(database, { ...rest, onDifference: (difference) => onDifference(describeDifference(difference)) }),
  )
