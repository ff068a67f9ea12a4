/**
 * Writes the districts of Britain's towns into the gazetteer: `npm run generate:british-places CLONE`. CLONE is a bare or whole clone of the
 * repository below. Its list is made from OS Open Names, which has the parts of towns that GeoNames lacks.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import gazetteer from '../../src/domain/merchant-match/known-names/gazetteer.json' with { type: 'json' }
import { findGeographicPlace } from '../../src/domain/merchant-match/places/places.ts'
import { isPlaceNameAlsoWord, spelledPlaceName } from './place-names.ts'

const REPOSITORY = 'https://github.com/briang/british-placenames'
const COMMIT = '2f869bcc887f80bc3cc7cb8644368dae6739a3ed'
/**
 * The kinds of British places that are written into the gazetteer. Villages are left out: some are words that impostors put behind a name.
 */
const kinds = new Set(['City', 'Town', 'Suburban Area'])

const [clone] = process.argv.slice(2)
if (clone === undefined) throw new Error('name the folder of the clone')
const table = execFileSync('git', ['-C', clone, 'show', `${COMMIT}:places.csv`], { maxBuffer: 2 ** 24 }).toString()

const known = new Set(gazetteer.countries.GB.split('|').map((entry) => entry.replace(/[?~]+$/, '')))
const names = new Set<string>()
for (const row of table.split('\n').slice(1)) {
  const [, quoted, bare, kind = ''] = /^(?:"([^"]*)"|([^,]*)),"?([^",]*)"?,/.exec(row) ?? []
  const name = kinds.has(kind) ? spelledPlaceName(quoted ?? bare ?? '') : null
  if (name !== null && !known.has(name) && findGeographicPlace(name)?.weak !== false) names.add(name)
}

const places = {
  source: `OS Open Names (Ordnance Survey), by way of ${REPOSITORY} at ${COMMIT.slice(0, 12)}`,
  licence: 'Open Government Licence 3.0. Contains OS data © Crown copyright and database right',
  marks: '? is a word as well',
  names: [...names]
    .map((name) => (isPlaceNameAlsoWord(name) ? `${name}?` : name))
    .toSorted()
    .join('|'),
}
const path = join(import.meta.dirname, '../../src/domain/merchant-match/known-names/gazetteer.json')
writeFileSync(path, `${JSON.stringify({ ...gazetteer, british: places }, null, 2)}\n`)
console.log(`${names.size} names`)
