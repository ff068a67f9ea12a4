import { DETAILS, huntLeaks } from '../leaks/leak-hunt.ts'

/**
 * Looks for card numbers, and for hashes that give them away, in everything that the service says and writes, and prints what was
 * looked through: `node test/faults/scripts/nothing-leaks.ts 200`, the number of cards. `control` is a number stored in clear on purpose,
 * `planted` the plain hashes of another; the answers to who may read a number show that real ones would be found too. `cracked` are
 * cards whose number is found from a hash. Exits 1 where one is found elsewhere.
 */
const cards = Number(process.argv[2] ?? 20)
const surfaces = await huntLeaks(cards)
console.log(`${cards} cards`)
console.table(
  surfaces.map(({ name, bytes, control, numbers, cvvs, plantedHashes, cracked }) => ({
    name,
    bytes,
    control,
    numbers,
    cvvs,
    planted: plantedHashes.length,
    cracked: new Set(cracked.map(({ pan }) => pan)).size,
  })),
)
for (const how of new Set(surfaces.flatMap(({ cracked }) => cracked.map((each) => each.how)))) console.log(how)
const leaks = surfaces.filter(
  ({ name, numbers, cvvs, cracked }) => cracked.length > 0 || (name !== DETAILS && numbers + (cvvs ?? 0) > 0),
)
const unseen = surfaces.filter(
  ({ name, control, plantedHashes }) => name !== DETAILS && (control === 0 || (control && plantedHashes.length === 0)),
)
if (leaks.length > 0 || unseen.length > 0) process.exitCode = 1
