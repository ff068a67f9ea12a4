import { DETAILS, huntLeaks } from './leak-hunt.ts'

/**
 * Looks for card numbers in everything that the service says and writes, and prints what was looked through:
 * `node test/faults/nothing-leaks.ts 20`, the number of cards. `control` is a number stored in clear on purpose; the
 * answers to who may read a number show that real ones would be found too. Exits 1 where one is found elsewhere.
 */
const cards = Number(process.argv[2] ?? 20)
const surfaces = await huntLeaks(cards)
console.log(`${cards} cards`)
console.table(surfaces.map(({ name, bytes, control, numbers, cvvs }) => ({ name, bytes, control, numbers, cvvs })))
const leaks = surfaces.filter(({ name, numbers, cvvs }) => name !== DETAILS && numbers + (cvvs ?? 0) > 0)
const unseen = surfaces.filter(({ name, control }) => name !== DETAILS && control === 0)
if (leaks.length > 0 || unseen.length > 0) process.exitCode = 1
