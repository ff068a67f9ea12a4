import type pg from 'pg'
import { timeOfId } from '../../lib/ids.ts'
import { providerIdentityMac, passkeyMac, passwordResetMac, sessionMac } from '../people/person-proof.ts'
import type { PasskeyRow, PasswordResetRow, PersonIdentityRow, SessionRow } from '../rows/people-tables.ts'
import type { Vault } from '../../vault/vault.ts'
import { pagesOfSnapshotQuery, type DatabaseSnapshot } from '../connection/snapshot.ts'

/**
 * The stored row of something that lets a person in: a session, a passkey, a link for a new password, or an identity at the company's
 * sign-in provider.
 */
export interface SignInRow {
  /** The id of the session, the passkey or the link for a new password. For an identity it is the id of its person. */
  readonly id: string
  readonly accountId: string
  readonly personId: string
  /** When the session, passkey, link or identity was made, in Unix milliseconds. */
  readonly madeAt: number
  /**
   * Further fields of the sign-in's row that audit entries record too. The keys are the names by which `purser verify` reports differences.
   */
  readonly fields: Readonly<Record<string, string | boolean>>
  /** Whether the MAC of the sign-in's row is valid: the service itself wrote the row. */
  isProven(vault: Pick<Vault, 'rowMac'>): boolean
}

/** The kinds of rows that let a person in, by the names that the audit trail uses. */
export type SignInKind = 'session' | 'passkey' | 'passwordReset' | 'identity'

type Row = SessionRow | PasskeyRow | PasswordResetRow | PersonIdentityRow

interface Source<Of extends Row> {
  readonly table: string
  /** The column that identifies a row in the table of a kind of sign-in. */
  readonly key: 'id' | 'person_id'
  mac(vault: Pick<Vault, 'rowMac'>, row: Of): Buffer
}

/** A person's identity at the company's sign-in provider, as one text. */
export const providerIdentityText = ({ issuer, subject }: Pick<PersonIdentityRow, 'issuer' | 'subject'>): string =>
  `${issuer} ${subject}`

const sources: {
  readonly session: Source<SessionRow>
  readonly passkey: Source<PasskeyRow>
  readonly passwordReset: Source<PasswordResetRow>
  readonly identity: Source<PersonIdentityRow>
} = {
  session: { table: 'sessions', key: 'id', mac: sessionMac },
  passkey: { table: 'passkeys', key: 'id', mac: passkeyMac },
  passwordReset: { table: 'password_resets', key: 'id', mac: passwordResetMac },
  identity: { table: 'person_identities', key: 'person_id', mac: providerIdentityMac },
}

/** Reads all sign-ins of one kind, sorted by person. */
export async function* readSignInsOfKind(snapshot: DatabaseSnapshot, kind: SignInKind): AsyncGenerator<SignInRow> {
  const { table, key, mac } = sources[kind] as Source<Row>
  const text = `select * from ${table} order by person_id, ${key}`
  for await (const page of pagesOfSnapshotQuery<Row & pg.QueryResultRow>(snapshot, `sign_ins_${table}`, [text, []])) {
    for await (const row of snapshot.slices.each(page)) {
      yield {
        id: 'id' in row ? row.id : row.person_id,
        accountId: row.account_id,
        personId: row.person_id,
        madeAt: 'id' in row ? timeOfId(row.id) : row.created_at,
        fields: fieldsOf(row),
        isProven: (vault) => row.mac.equals(mac(vault, row)),
      }
    }
  }
}

function fieldsOf(row: Row): SignInRow['fields'] {
  if ('subject' in row) return { identity: providerIdentityText(row), disabledByProvider: row.disabled_here }
  return 'name' in row ? { name: row.name } : {}
}
