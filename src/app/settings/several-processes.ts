import { availableParallelism } from 'node:os'
import { OperatorError } from '../operator-error.ts'
import { MOST_SERVING_PROCESSES } from '../../lib/settings/option-types.ts'
import type { Settings } from './options.ts'

/** The fewest database connections with which a process serves: one or two for reads, the others for writes. */
const LEAST_CONNECTIONS = 4
/** How many database connections a service may open by default, unless its processes together get more by `USUAL_FOR_EACH`. */
const USUAL_CONNECTIONS = 20
/** How many database connections each process may open by default, at least. */
const USUAL_FOR_EACH = 10
/** How many database connections the authorization engine of each process has for itself, where no table is distributed. */
const ENGINE_CONNECTIONS = 8

/**
 * How many processes serve on this machine. `auto` leaves a processor to the database: on two processors two processes decide fewer
 * purchases than one, because each makes smaller batches and PostgreSQL has less time.
 */
export const servingProcessCount = (
  { processes }: Pick<Settings, 'processes'>,
  processors = availableParallelism(),
): number => (processes === 'auto' ? Math.min(MOST_SERVING_PROCESSES, Math.max(1, processors - 1)) : processes)

type Connecting = Pick<Settings, 'processes' | 'databaseConnections'>

const connectionsOfAll = ({ databaseConnections, processes }: Connecting): number =>
  databaseConnections ?? Math.max(USUAL_CONNECTIONS, USUAL_FOR_EACH * servingProcessCount({ processes }))

/** How many database connections each process opens at most, beside those of its authorization engine. */
export const connectionsOfEachProcess = (settings: Connecting): number =>
  Math.floor(connectionsOfAll(settings) / servingProcessCount(settings))

/** How many database connections all processes open at most, with those of their authorization engines. */
export const connectionsOfAllProcesses = (settings: Connecting): number =>
  servingProcessCount(settings) * (connectionsOfEachProcess(settings) + ENGINE_CONNECTIONS)

/** Throws an OperatorError where several processes cannot serve with these settings. */
export function assertSeveralProcessesCanServe(settings: Connecting & Pick<Settings, 'testClock'>): void {
  const processes = servingProcessCount(settings)
  if (processes === 1) return
  const setting = `PURSER_PROCESSES=${settings.processes}`
  if (connectionsOfEachProcess(settings) < LEAST_CONNECTIONS) {
    throw new OperatorError(
      `PURSER_DATABASE_CONNECTIONS=${settings.databaseConnections} is too few for the ${processes} processes of ${setting}: each needs ` +
        `${LEAST_CONNECTIONS}. For instance PURSER_DATABASE_CONNECTIONS=${USUAL_FOR_EACH * processes}`,
    )
  }
  if (settings.testClock) {
    throw new OperatorError(
      `PURSER_TEST_CLOCK=true is refused with ${setting}, because each process would have a test clock of its own. ` +
        'For instance PURSER_PROCESSES=1',
    )
  }
}
