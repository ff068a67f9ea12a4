import type { Visit } from './dashboard-rig.ts'

const DEVICE = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const

export interface VirtualAuthenticator {
  /** Whether it recognizes who touches it from now on. */
  recognize(isUserVerified: boolean): Promise<void>
}

/** A device of the browser that makes passkeys, and signs with them at once. */
export async function addAuthenticator({
  page,
  context,
}: Pick<Visit, 'page' | 'context'>): Promise<VirtualAuthenticator> {
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options: DEVICE })
  return {
    recognize: async (isUserVerified) => {
      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
  }
}
