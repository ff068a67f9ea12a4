import { expect, it } from 'vitest'
import { readSettings } from './read-settings.ts'
import { unsafeSettingWarnings } from './start-warnings.ts'

it.each([
  { env: {}, says: [] },
  { env: { PURSER_RATE_LIMIT: 'off' }, says: [/^PURSER_RATE_LIMIT=off/] },
  { env: { PURSER_ALLOW_PRIVATE_WEBHOOKS: 'true' }, says: [/^PURSER_ALLOW_PRIVATE_WEBHOOKS=true/] },
  { env: { PURSER_ALLOW_LOCAL_ORIGINS: 'true' }, says: [/^PURSER_ALLOW_LOCAL_ORIGINS=true/] },
  { env: { PURSER_ALLOW_LOCAL_OIDC: 'true' }, says: [/^PURSER_ALLOW_LOCAL_OIDC=true/] },
  { env: { PURSER_PASSWORD_SIGN_IN: 'off' }, says: [/^PURSER_PASSWORD_SIGN_IN=off/] },
  { env: { PURSER_PASSWORD_SIGN_IN: 'off', PURSER_OIDC_ISSUER: 'https://login.example.com' }, says: [] },
  { env: { HOST: '0.0.0.0' }, says: [/^HOST=0\.0\.0\.0 .*PURSER_BEHIND_TLS=true/] },
  { env: { HOST: '::' }, says: [/^HOST=::/] },
  { env: { HOST: '0.0.0.0', PURSER_BEHIND_TLS: 'true' }, says: [] },
  { env: { HOST: 'localhost' }, says: [] },
  { env: { HOST: '0.0.0.0', PURSER_RATE_LIMIT: 'off' }, says: [/RATE_LIMIT/, /HOST/] },
])('warns of $env', ({ env, says }) => {
  expect(unsafeSettingWarnings(readSettings(env))).toEqual(says.map((pattern) => expect.stringMatching(pattern)))
})
