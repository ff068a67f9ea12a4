import type { PersonRole } from '../../src/contract/resources/people.ts'
import { newInvitation, TEST_PASSWORD } from '../support/records/some-person.ts'
import type { DashboardRig, Visit } from './dashboard-rig.ts'
import { addAuthenticator, type VirtualAuthenticator } from './virtual-authenticator.ts'

export interface Joined extends Visit {
  readonly device: VirtualAuthenticator
}

/** What of a dashboard's rig it takes to join. */
interface JoiningRig extends Pick<DashboardRig, 'namedUrl'> {
  readonly service: Parameters<typeof newInvitation>[0]
  browse(role: null, options: { baseURL: string }): Promise<Visit>
}

/** A new person of that role, in a browser of their own, who makes a passkey while accepting the invitation. Such a passkey confirms at once; one that is made later confirms nothing until an owner agrees to it. */
export async function joinWithPasskey(rig: JoiningRig, role: PersonRole, email: string): Promise<Joined> {
  const visit = await rig.browse(null, { baseURL: rig.namedUrl })
  const { page } = visit
  const device = await addAuthenticator(visit)
  const { secret } = await newInvitation(rig.service, role, email)
  await page.goto(`/welcome#${secret}`)
  await page.getByLabel('Your name', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD)
  await page.getByRole('button', { name: 'Join with a passkey', exact: true }).click()
  await page.getByRole('heading', { name: `Hello, ${email}`, exact: true }).waitFor()
  const { data } = await rig.service.purser.people.list({ search: email })
  return { ...visit, device, personId: data[0]?.id ?? null }
}
