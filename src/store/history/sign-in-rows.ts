import type pg from 'pg'
import { passkeyMac, passwordResetMac, sessionMac } from '../people/person-proof.ts'
import type { PasskeyRow, PasswordResetRow, SessionRow } from '../rows/people-tables.ts'
import type { Vault } from '../../vault/vault.ts'
import { pagesOf, type Snapshot } from './snapshot.ts'

/** What signs a person in: a session, a passkey, a link for a new password. */
export interface SignInRow {
  readonly id: string
  readonly accountId: string
  readonly personId: string
  /** Of a passkey. */
  readonly name: string | null
  /** Whether the service itself wrote it. */
  isProven(vault: Pick<Vault, 'rowMac'>): boolean
}

/** As the audit trail names what becomes of them. */
export type SignInKind = 'session' | 'passkey' | 'passwordReset'

type Row = SessionRow | PasskeyRow | PasswordResetRow

interface Source<Of extends Row> {
  readonly table: string
  mac(vault: Pick<Vault, 'rowMac'>, row: Of): Buffer
}

const sources: {
  readonly session: Source<SessionRow>
  readonly passkey: Source<PasskeyRow>
  readonly passwordReset: Source<PasswordResetRow>
} = {
  session: { table: 'sessions', mac: sessionMac },
  passkey: { table: 'passkeys', mac: passkeyMac },
  passwordReset: { table: 'password_resets', mac: passwordResetMac },
}

/** All of a kind, by their people. */
export async function* signInRows(snapshot: Snapshot, kind: SignInKind): AsyncGenerator<SignInRow> {
  const { table, mac } = sources[kind] as Source<Row>
  const text = `select * from ${table} order by person_id, id`
  for await (const page of pagesOf<Row & pg.QueryResultRow>(snapshot, `sign_ins_${table}`, [text, []])) {
    for (const row of page) {
      yield {
        id: row.id,
        accountId: row.account_id,
        personId: row.person_id,
        name: 'name' in row ? row.name : null,
        isProven: (vault) => row.mac.equals(mac(vault, row)),
      }
    }
  }
}
