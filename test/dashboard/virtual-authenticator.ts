import { eventually } from '../support/eventually.ts'
import type { Visit } from './dashboard-rig.ts'

const DEVICE = {
  protocol: 'ctap2',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const

export interface VirtualAuthenticator {
  /** Whether it recognizes who touches it from now on. */
  recognize(isUserVerified: boolean): Promise<void>
  /** Whether it is touched from now on where it is asked. */
  touches(enabled: boolean): Promise<void>
  /** Waits until it holds so many passkeys. */
  holds(count: number): Promise<void>
}

/** A device of the browser that makes passkeys, and signs with them at once. A browser has one that is `internal`. */
export async function addAuthenticator(
  { page, context }: Pick<Visit, 'page' | 'context'>,
  transport: 'internal' | 'usb' = 'internal',
): Promise<VirtualAuthenticator> {
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...DEVICE, transport },
  })
  return {
    recognize: async (isUserVerified) => {
      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    touches: async (enabled) => {
      await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    },
    holds: (count) =>
      eventually(`it holds ${count}`, async () => {
        const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
        return credentials.length === count
      }),
  }
}
