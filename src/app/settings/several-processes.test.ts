import { availableParallelism } from 'node:os'
import { expect, it } from 'vitest'
import { assertServable, readSettings } from './read-settings.ts'
import { connectionsOfEach, connectionsOfService, processesOf } from './several-processes.ts'

const settingsFor = (processes: string, connections = '') =>
  readSettings({ PURSER_PROCESSES: processes, PURSER_DATABASE_CONNECTIONS: connections })

it('are one by default, and with auto as many as the processors', () => {
  expect([processesOf(settingsFor('')), processesOf(settingsFor('auto'))]).toEqual([1, availableParallelism()])
})

it.each([
  { processes: '1', connections: '', each: 20, all: 28 },
  { processes: '2', connections: '', each: 10, all: 36 },
  { processes: '8', connections: '', each: 10, all: 144 },
  { processes: '1', connections: '4', each: 4, all: 12 },
  { processes: '3', connections: '20', each: 6, all: 42 },
  { processes: '64', connections: '256', each: 4, all: 768 },
])('$processes of them divide the connections "$connections": $each each', ({ processes, connections, each, all }) => {
  const settings = settingsFor(processes, connections)
  assertServable(settings)
  expect([connectionsOfEach(settings), connectionsOfService(settings)]).toEqual([each, all])
})
