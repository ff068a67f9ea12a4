import { useSignedInPerson } from '../../api/sign-in/session.ts'
import { DetailList, PageSection } from '../../ui/page-layout.tsx'
import { ConnectSignInProvider } from './connect-provider.tsx'
import { AppearanceSettings } from './appearance-settings.tsx'
import { Passkeys } from './passkeys.tsx'
import { PasswordForm } from './password.tsx'
import { OwnSessions } from './sessions.tsx'

/** The settings of the signed-in person. */
export function SignedInPersonSettings() {
  const self = useSignedInPerson()
  return (
    <>
      <PageSection title="You">
        <DetailList
          of={[
            ['Name', self.name],
            ['Email', self.email ?? '—'],
            ['Role', self.personRole ?? self.role],
          ]}
        />
      </PageSection>
      <Passkeys />
      {self.signsInBy === 'password' && (
        <>
          <PasswordForm />
          <ConnectSignInProvider />
        </>
      )}
      <AppearanceSettings />
      <OwnSessions />
    </>
  )
}
