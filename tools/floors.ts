/** Prints how entangled the folders of each layer with floors are: `node tools/floors.ts`. tidy checks the rule itself. */
import { join } from 'node:path'
import { folderEntanglements } from './tidy/folder-entanglements.ts'
import { readRepository } from './tidy/repository.ts'

for (const { layer, folders, mutual, up, knot } of folderEntanglements(
  readRepository(join(import.meta.dirname, '..')),
)) {
  console.log(`src/${layer}: ${folders.length} folders: ${folders.join(', ')}`)
  console.log(`  ${mutual.length} pairs that import each other: ${mutual.join(', ')}`)
  console.log(`  ${up.length} pairs of which one imports the other upwards: ${up.join(', ')}`)
  console.log(`  ${knot.length} folders in the largest knot: ${knot.join(', ')}`)
}
