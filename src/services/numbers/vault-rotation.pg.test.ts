import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { someCard } from '../../../test/support/records/some-card.ts'
import { someCustomer } from '../../../test/support/records/some-customer.ts'
import { setDatabaseVault } from '../../../test/support/test-vault.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/postgres/test-database.ts'
import { findCardNumber, insertCardNumber } from '../../store/numbers/card-secrets.ts'
import { insertCard } from '../../store/cards/cards.ts'
import type { Database } from '../../store/connection/database.ts'
import { countMasterKeyUses } from '../../store/numbers/master-key-use.ts'
import { loadStoredSetting, replaceStoredSetting } from '../../store/nodes/settings.ts'
import { assertPresent } from '../../lib/assert.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import { monotonicIds } from '../../lib/ids.ts'
import type { LockedCustomer } from '../../store/locks/customer-lock.ts'
import { addMasterKeyToFile, ensureKeyFile, removeMasterKeysFromFile } from '../../vault/key-file.ts'
import { masterKeysFromFile } from '../../vault/key-provider.ts'
import { UnknownMasterKeyError } from '../../vault/master-key.ts'
import { openVault } from '../../vault/open-vault.ts'
import type { Vault } from '../../vault/vault.ts'
import { findCardByNumber } from './find-number.ts'
import { openCardNumber } from './open-number.ts'
import { retireMasterKeys, rotateVaultKeys } from './vault-rotation.ts'

const CARDS = 450
const PER_CUSTOMER = 50
const accountId = 'acct_1'
const now = Date.UTC(2026, 0, 1)

let test: TestDatabase
let folder: string
let keyFile: string
beforeAll(async () => {
  test = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'purser-rotation-'))
  keyFile = join(folder, 'master.key')
  await ensureKeyFile(keyFile)
  setDatabaseVault(test.database, (await openNode()).vault)
})
afterAll(async () => {
  await test.drop()
  await rm(folder, { recursive: true })
})

const openNode = (path = keyFile) =>
  openVault({
    masterKeys: masterKeysFromFile(path),
    settings: {
      load: (name) => loadStoredSetting(test.database.db, name),
      replace: (name, before, after) => replaceStoredSetting(test.database, name, { before, after }),
    },
    bin: '400000',
  })

describe('rotating the master key and the hash key', () => {
  it('keeps every card readable and findable on another node, survives a stop, and leaves nothing under the old keys', async () => {
    const { database } = test
    const [opened, reader] = [await openNode(), (await openNode()).vault]
    const numbers = await issueCards(database, opened.vault)
    const oldKeys = opened.vault.currentKeys()
    const oldFile = await readFile(keyFile, 'utf8')
    const reading = readThroughout(database, reader, numbers)
    const stop = new AbortController()
    const rotation = { database, opened, newMasterKey: () => addMasterKeyToFile(keyFile), hashKey: true }

    await expect(
      rotateVaultKeys({ ...rotation, signal: stop.signal, onProgress: () => stop.abort() }),
    ).rejects.toThrow()
    const halfway = await countMasterKeyUses(database.db)
    expect(halfway).toHaveLength(2)
    const report = await rotateVaultKeys({ ...rotation, opened: await openNode() })
    const { reads, failures } = await reading.finish()

    expect(failures).toEqual([])
    expect(reads).toBeGreaterThan(CARDS)
    const { masterKeyId, hashKeyId } = report
    expect(report).toMatchObject({ remainingCards: 0, renewedCards: CARDS - countUnder(halfway, masterKeyId) })
    expect(await countMasterKeyUses(database.db)).toEqual([{ masterKeyId, hashKeyId, cards: CARDS }])
    expect([masterKeyId, hashKeyId]).not.toEqual([oldKeys.masterKeyId, oldKeys.hashKeyId])

    const [newest, ...older] = (await readFile(keyFile, 'utf8')).trim().split('\n')
    expect(older).toHaveLength(1)
    const [onlyNew, onlyOld] = [join(folder, 'new.key'), join(folder, 'old.key')]
    await writeFile(onlyNew, assertPresent(newest, 'the file has a key'), { mode: 0o600 })
    await writeFile(onlyOld, oldFile, { mode: 0o600 })
    await expect(openNode(onlyOld)).rejects.toThrow(UnknownMasterKeyError)
    const afterwards = (await openNode(onlyNew)).vault
    for (const [cardId, pan] of numbers) expect(await readOne(database, afterwards, cardId)).toBe(pan)
  })

  it('changes nothing when asked to go on after it is done', async () => {
    const report = await rotateVaultKeys({ database: test.database, opened: await openNode(), hashKey: false })
    expect(report).toMatchObject({ renewedCards: 0, remainingCards: 0 })
  })
})

const sealedRows = async () => {
  const { rows } = await test.database.pool.query<{
    card_id: string
    wrapped_key: Buffer
    sealed_pan: Buffer
    sealed_cvv: Buffer
  }>(
    'select card_id, wrapped_key, sealed_pan, sealed_cvv from card_secrets where destroyed_at is null order by card_id',
  )
  return rows
}

describe('sealing every number anew', () => {
  it('changes every sealed byte, and no number, CVV or hash', async () => {
    const { database } = test
    const opened = await openNode()
    const before = await sealedRows()
    const open = async () => Promise.all(before.map(({ card_id: cardId }) => readOne(database, opened.vault, cardId)))
    const numbers = await open()
    const report = await rotateVaultKeys({ database, opened, hashKey: false, reencrypt: true })
    expect(report).toMatchObject({ renewedCards: CARDS, remainingCards: 0 })
    expect(await open()).toEqual(numbers)
    for (const [index, after] of (await sealedRows()).entries()) {
      const { wrapped_key, sealed_pan, sealed_cvv } = before[index] as typeof after
      expect([wrapped_key.equals(after.wrapped_key), sealed_pan.equals(after.sealed_pan)]).toEqual([false, false])
      expect(sealed_cvv.equals(after.sealed_cvv)).toBe(false)
    }
  })
})

describe('retiring master keys', () => {
  it('removes those that nothing needs, and a node that still has one seals nothing under it', async () => {
    const { database } = test
    const late = await openNode()
    const oldKey = late.vault.currentKeys().masterKeyId
    const opened = await openNode()
    const ids = monotonicIds({ now: () => now })
    const customer = await someCustomer(database, ids)

    const report = await rotateVaultKeys({
      database,
      opened,
      newMasterKey: () => addMasterKeyToFile(keyFile),
      hashKey: false,
    })
    const retired = await retireMasterKeys({ database, opened })
    expect(retired).toContain(oldKey)
    expect(late.vault.currentKeys().masterKeyId).toBe(oldKey)
    await expect(customer.locked((locked) => issueCard(locked, late.vault))).rejects.toThrow('key_retired')

    await removeMasterKeysFromFile(keyFile, retired)
    expect((await readFile(keyFile, 'utf8')).trim().split('\n')).toHaveLength(1)
    await late.vault.refresh()
    expect(late.vault.currentKeys().masterKeyId).toBe(report.masterKeyId)
    const [cardId, pan] = await customer.locked((locked) => issueCard(locked, late.vault))
    expect(await readOne(database, (await openNode()).vault, cardId)).toBe(pan)
  })

  it('keeps a key that a number needs still', async () => {
    const { database } = test
    const opened = await openNode()
    const needed = opened.vault.currentKeys().masterKeyId
    await addMasterKeyToFile(keyFile)
    const later = await openNode()
    expect(await retireMasterKeys({ database, opened: later })).toEqual([])
    expect(later.vault.currentKeys().masterKeyId).not.toBe(needed)
  })
})

const countUnder = (use: Awaited<ReturnType<typeof countMasterKeyUses>>, masterKeyId: string) =>
  use.find((row) => row.masterKeyId === masterKeyId)?.cards ?? 0

async function issueCards(database: Database, vault: Vault): Promise<Map<string, string>> {
  const numbers = new Map<string, string>()
  const ids = monotonicIds({ now: () => now })
  for (let i = 0; i < CARDS / PER_CUSTOMER; i += 1) {
    const customer = await someCustomer(database, ids)
    await customer.locked(async (locked) => {
      for (let n = 0; n < PER_CUSTOMER; n += 1) {
        const [cardId, pan] = await issueCard(locked, vault)
        numbers.set(cardId, pan)
      }
    })
  }
  return numbers
}

async function issueCard(locked: LockedCustomer, vault: Vault): Promise<[string, string]> {
  const cardId = locked.ids('card', bucketOfId(locked.customer.id))
  const minted = vault.mint({ accountId, cardId, now })
  const owner = { account_id: accountId, customer_id: locked.customer.id }
  const notStored = await insertCardNumber(
    locked.tx,
    {
      ...owner,
      card_id: cardId,
      master_key_id: minted.masterKeyId,
      hash_key_id: minted.hashKeyId,
      wrapped_key: minted.wrappedKey,
      sealed_pan: minted.sealedPan,
      sealed_cvv: minted.sealedCvv,
      number_hash: minted.numberHash,
      destroyed_at: null,
    },
    minted.olderHashes,
  )
  if (notStored !== null) throw new Error(notStored)
  const { last4, expMonth, expYear } = minted
  await insertCard(
    locked,
    someCard({ accountId, customerId: locked.customer.id, id: cardId, last4, expMonth, expYear }),
  )
  return [cardId, vault.open({ accountId, cardId }, minted).pan.reveal()]
}

async function readOne(database: Database, vault: Vault, cardId: string): Promise<string> {
  const number = await findCardNumber(database.db, accountId, cardId)
  const { pan } = await openCardNumber(
    vault,
    { accountId, cardId },
    assertPresent(number?.sealed, 'the number is there'),
  )
  return pan.reveal()
}

/**
 * Reads the number of one card after the other, and finds the card by its number, as requests do during a rotation, until `finish` is
 * called.
 */
function readThroughout(database: Database, vault: Vault, numbers: Map<string, string>) {
  const failures: string[] = []
  let reads = 0
  const finishing = new AbortController()
  const loop = async () => {
    while (!finishing.signal.aborted || reads <= CARDS) {
      for (const [cardId, pan] of numbers) {
        const read = await readOne(database, vault, cardId).catch(String)
        const found = await findCardByNumber({ db: database.db, vault }, accountId, pan)
        if (read !== pan || found?.cardId !== cardId) failures.push(`${cardId}: ${read === pan ? 'not found' : read}`)
        reads += 1
      }
    }
    return { reads, failures }
  }
  const running = loop()
  return {
    finish: () => {
      finishing.abort()
      return running
    },
  }
}
