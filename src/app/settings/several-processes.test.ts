import { expect, it } from 'vitest'
import { readSettings } from './read-settings.ts'
import { assertServableSettings } from './servable.ts'
import { connectionsOfEachProcess, connectionsOfAllProcesses, servingProcessCount } from './several-processes.ts'

const settingsFor = (processes: string, connections = '') =>
  readSettings({ PURSER_PROCESSES: processes, PURSER_DATABASE_CONNECTIONS: connections })

it.each([
  { processes: '', processors: 8, expected: 1 },
  { processes: 'auto', processors: 1, expected: 1 },
  { processes: 'auto', processors: 2, expected: 1 },
  { processes: 'auto', processors: 8, expected: 7 },
  { processes: 'auto', processors: 128, expected: 64 },
  { processes: '3', processors: 2, expected: 3 },
])('are $expected for "$processes" on $processors processors', ({ processes, processors, expected }) => {
  expect(servingProcessCount(settingsFor(processes), processors)).toBe(expected)
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
  assertServableSettings(settings)
  expect([connectionsOfEachProcess(settings), connectionsOfAllProcesses(settings)]).toEqual([each, all])
})
