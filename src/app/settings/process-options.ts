import { settingOption } from '../../lib/settings/option-row.ts'
import { integerOption, processCount } from '../../lib/settings/option-types.ts'

/** Settings of a service that runs in several processes, and of what the processes share. */
export const serviceProcessOptions = {
  processes: settingOption({
    env: 'PURSER_PROCESSES',
    flag: 'processes',
    type: processCount,
    default: 1,
    description:
      'How many processes serve, each of them a node, all on PORT and on one database. auto: one for each processor but one, which is left to the database.',
    example: 'auto',
  }),
  databaseConnections: settingOption({
    env: 'PURSER_DATABASE_CONNECTIONS',
    flag: 'database-connections',
    type: integerOption(4, 1000),
    default: null,
    description:
      'How many connections this start of Purser opens to the database at most, divided between the processes of PURSER_PROCESSES. Each ' +
      'process opens eight more for its authorization engine. Absent: 20, or 10 for each process where that is more.',
    example: '20',
  }),
}
