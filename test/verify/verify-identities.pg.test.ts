import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type ProviderRig, startProviderRig } from '../api/people/provider-rig.ts'
import { verifyDifferencesOf } from '../support/differences.ts'

let rig: ProviderRig
beforeAll(async () => {
  rig = await startProviderRig()
})
afterAll(() => rig.stop())

const sql = (text: string, values: readonly unknown[] = []) => rig.test.database.pool.query(text, [...values])
const found = () => verifyDifferencesOf(rig.test.database)

let count = 0
let subject: string
let personId: string
const groups = (names: readonly string[]) =>
  rig.provider.people.set(subject, { email: `${subject}@example.com`, email_verified: true, groups: names })
beforeEach(async () => {
  subject = `worker-${(count += 1)}`
  groups(['everyone'])
  personId = (await rig.signIn(subject)).body.personId
  expect(await found()).toEqual([])
})

const rowOf = async () =>
  (await sql('select to_jsonb(t) as row from person_identities t where person_id = $1', [personId])).rows[0] as {
    row: object
  }
/** As whoever has kept it can: with its MAC. */
async function putBack({ row }: { row: object }): Promise<void> {
  await sql('delete from person_identities where person_id = $1', [personId])
  await sql('insert into person_identities select * from jsonb_populate_record(null::person_identities, $1)', [
    JSON.stringify(row),
  ])
}

it.each([
  ['another subject', `subject = 'somebody-else'`, ['it does not have the MAC', 'no audit entry has changed identity']],
  ['another person', `person_id = 'per_x'`, ['it does not have the MAC', 'no audit entry has made it', 'has ended it']],
  [
    'that the provider has disabled it',
    'disabled_here = true',
    ['it does not have the MAC', 'changed disabledByProvider'],
  ],
  ['another MAC', `mac = '\\x00'`, ['it does not have the MAC']],
])('an identity that was given %s by hand is found', async (_what, set, says) => {
  const row = await rowOf()
  await sql(`update person_identities set ${set} where person_id = $1`, [personId])
  const differences = await found()
  for (const said of says) expect(differences).toContainEqual(expect.stringContaining(said))
  await sql(`delete from person_identities where person_id = 'per_x'`)
  await putBack(row)
  expect(await found()).toEqual([])
})

it('an identity that was removed by hand is found', async () => {
  const row = await rowOf()
  await sql('delete from person_identities where person_id = $1', [personId])
  expect(await found()).toEqual([expect.stringContaining(`${personId}: no audit entry has ended it`)])
  await putBack(row)
})

it('one that says what was so before, with a MAC that is good, is found: an admin has disabled its person since', async () => {
  groups([])
  await rig.signIn(subject)
  const disabledByProvider = await rowOf()
  expect(await found()).toEqual([])
  await rig.test.purser.people.update(personId, { status: 'disabled' })
  expect(await found()).toEqual([])
  const disabledHere = await rowOf()
  await putBack(disabledByProvider)
  groups(['everyone'])
  expect(await found()).toEqual([
    expect.stringContaining(`${personId}: no audit entry has changed disabledByProvider: stored true, replayed false`),
  ])
  await putBack(disabledHere)
  expect(await found()).toEqual([])
})

it('groups that give a role again leave no difference', async () => {
  groups([])
  await rig.signIn(subject)
  groups(['everyone'])
  expect((await rig.signIn(subject)).status).toBe(201)
  expect(await found()).toEqual([])
})
