import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { openDatabase } from '../../../../src/store/connection/database.ts'
import { rowsOfAllTables } from '../../../support/postgres/rows-of-tables.ts'
import { withThrowAwayDatabase } from '../../../support/postgres/throw-away-database.ts'
import { checkOut, earlierVersions } from '../checkouts.ts'
import { makePast } from '../past.ts'
import { recordOf } from '../recorded-past.ts'

/**
 * The command `node test/nodes/versions/scripts/record.ts 0.2.0`: plays a past under a released version, and writes the rows of all tables into a file.
 * From then on every `npm test` upgrades these rows, without git and without the packages of that version.
 */
const [, , version = ''] = process.argv
const commit = earlierVersions()[version]
if (commit === undefined) throw new Error(`${version} is not released: ${Object.keys(earlierVersions()).join(', ')}`)
const checkout = await checkOut(commit)
try {
  await withThrowAwayDatabase(async (server) => {
    const connection = await makePast(checkout.folder, server, 'past')
    const database = openDatabase({ connection, maxConnections: 2 })
    const tables = await rowsOfAllTables(database)
    await database.close()
    const lines = [...tables].flatMap(([name, rows]) => (rows === '' ? [] : [`-- ${name}`, rows]))
    writeFileSync(recordOf(version), gzipSync(`${lines.join('\n')}\n`, { level: 9 }))
  })
} finally {
  await checkout.delete()
}
