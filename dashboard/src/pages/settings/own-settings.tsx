import { useSelf } from '../../api/sign-in/session.ts'
import { FactList, Section } from '../../ui/page.tsx'
import { ConnectProvider } from './connect-provider.tsx'
import { AppearanceSettings } from './appearance-settings.tsx'
import { Passkeys } from './passkeys.tsx'
import { Password } from './password.tsx'
import { Sessions } from './sessions.tsx'

/** The settings of the signed-in person. */
export function OwnSettings() {
  const self = useSelf()
  return (
    <>
      <Section title="You">
        <FactList
          of={[
            ['Name', self.name],
            ['Email', self.email ?? '—'],
            ['Role', self.personRole ?? self.role],
          ]}
        />
      </Section>
      <Passkeys />
      {self.signsInBy === 'password' && (
        <>
          <Password />
          <ConnectProvider />
        </>
      )}
      <AppearanceSettings />
      <Sessions />
    </>
  )
}
