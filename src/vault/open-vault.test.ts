import { mkdtemp, readFile, stat, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMasterKeyToFile, ensureKeyFile } from './key-file.ts'
import { masterKeysFromCommand, masterKeysFromFile, masterKeysFromValue, MasterKeyUnavailable } from './key-provider.ts'
import { generateMasterKey, UnknownMasterKeyError } from './master-key.ts'
import { openVault, type SettingStore } from './open-vault.ts'
import { BrokenSealError } from './sealed-box.ts'

const bin = '400000'
const now = Date.UTC(2026, 0, 1)
const card = { accountId: 'acct_1', cardId: 'card_1' }
const keyText = () => generateMasterKey().key.export().toString('base64')

function settingStore(): SettingStore & { texts: Map<string, string> } {
  const texts = new Map<string, string>()
  return {
    texts,
    load: (name) => Promise.resolve(texts.get(name) ?? null),
    replace: (name, before, after) => {
      const unchanged = (texts.get(name) ?? null) === before
      if (unchanged) texts.set(name, after)
      return Promise.resolve(unchanged)
    },
  }
}

const open = (settings: SettingStore, ...keys: string[]) =>
  openVault({ masterKeys: masterKeysFromValue(keys.join(','), 'PURSER_MASTER_KEY'), settings, bin })

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purser-keys-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('opening the vault', () => {
  it('opens again with the same key, and says which key is missing with another', async () => {
    const settings = settingStore()
    const [key, other] = [keyText(), keyText()]
    const sealed = (await open(settings, key)).vault.mint({ ...card, now })
    const { vault } = await open(settings, key)
    expect(vault.open(card, sealed).pan.reveal()).toHaveLength(16)
    await expect(open(settings, other)).rejects.toThrow(UnknownMasterKeyError)
  })

  it('gives two nodes that start first at once the same shared keys', async () => {
    const settings = settingStore()
    const key = keyText()
    const [a, b] = await Promise.all([open(settings, key), open(settings, key)])
    expect(a.vault.numberHashes('4000000000000002')).toEqual(b.vault.numberHashes('4000000000000002'))
  })

  it('keeps no key in clear in the database', async () => {
    const settings = settingStore()
    const key = keyText()
    const { vault } = await open(settings, key)
    const stored = [...settings.texts.values()].join('')
    expect(stored).toContain(vault.currentKeys().masterKeyId)
    expect(stored).not.toContain(key.slice(0, 20))
  })

  it('finds numbers under the older hash key after a rotation, on a node that has refreshed', async () => {
    const settings = settingStore()
    const key = keyText()
    const [a, b] = [await open(settings, key), await open(settings, key)]
    const minted = a.vault.mint({ ...card, now })
    const pan = a.vault.open(card, minted).pan.reveal()
    await a.addHashKey(() => true)
    expect(b.vault.numberHashes(pan)).toHaveLength(1)
    await b.vault.refresh()
    const [newest, older] = b.vault.numberHashes(pan)
    expect(older).toEqual(minted.numberHash)
    expect(b.vault.renew(card, minted)).toMatchObject({
      numberHash: newest,
      hashKeyId: b.vault.currentKeys().hashKeyId,
    })
  })

  it('keeps its fingerprints and MACs through rotations of hash key and master key, on every node', async () => {
    const settings = settingStore()
    const [key, next] = [keyText(), keyText()]
    const made = ({ vault }: Awaited<ReturnType<typeof open>>) => [vault.fingerprint('a'), vault.rowMac('a')]
    const before = made(await open(settings, key))
    const opened = await open(settings, next, key)
    await opened.addHashKey(() => true)
    await opened.rewrapRing()
    expect([made(opened), made(await open(settings, next))]).toEqual([before, before])
    expect(before[0]).not.toEqual(before[1])
  })

  it('takes up a master key that another node began to use before any rotation', async () => {
    const settings = settingStore()
    const path = join(folder, 'shared.key')
    await ensureKeyFile(path)
    const node = () => openVault({ masterKeys: masterKeysFromFile(path), settings, bin })
    const a = (await node()).vault
    await addMasterKeyToFile(path)
    const sealed = (await node()).vault.mint({ ...card, now })
    expect(() => a.open(card, sealed)).toThrow(UnknownMasterKeyError)
    await a.refresh()
    expect(() => a.open(card, sealed)).toThrow(UnknownMasterKeyError)
    await a.refresh(sealed.masterKeyId)
    expect(a.open(card, sealed).pan.reveal()).toHaveLength(16)
  })

  it('drops older hash keys that no card uses any more, never the one before', async () => {
    const opened = await open(settingStore(), keyText())
    await opened.addHashKey(() => false)
    await opened.addHashKey(() => false)
    expect(opened.vault.numberHashes('4000000000000002')).toHaveLength(2)
  })
})

describe('where master keys come from', () => {
  it('takes several keys, the first of which seals', async () => {
    const [newer, older] = [keyText(), keyText()]
    const keys = await masterKeysFromValue(`${newer}, ${older}`, 'PURSER_MASTER_KEY')()
    expect(keys.current.key.export().toString('base64')).toBe(newer)
    const { current } = await masterKeysFromValue(older, 'PURSER_MASTER_KEY')()
    expect(keys.find(current.id)).toBeDefined()
  })

  it('makes a key file once, for its owner alone, and adds keys before the others', async () => {
    const path = join(folder, 'master.key')
    await Promise.all([ensureKeyFile(path), ensureKeyFile(path)])
    const first = await readFile(path, 'utf8')
    await ensureKeyFile(path)
    expect(await readFile(path, 'utf8')).toBe(first)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    await addMasterKeyToFile(path)
    const keys = await masterKeysFromFile(path)()
    const { current: before } = await masterKeysFromValue(first, 'test')()
    expect(keys.current.id).not.toBe(before.id)
    expect(keys.find(before.id)).toBeDefined()
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it('takes what a command prints', async () => {
    const key = keyText()
    const keys = await masterKeysFromCommand(`echo ${key}`)()
    expect(keys.current.key.export().toString('base64')).toBe(key)
  })

  it.each([
    ['too short', () => masterKeysFromValue(Buffer.alloc(31).toString('base64'), 'PURSER_MASTER_KEY')()],
    ['too long', () => masterKeysFromValue(Buffer.alloc(33).toString('base64'), 'PURSER_MASTER_KEY')()],
    ['no base64', () => masterKeysFromValue('not base64 at all, and 43 characters long!!', 'PURSER_MASTER_KEY')()],
    ['empty', () => masterKeysFromValue(' ', 'PURSER_MASTER_KEY')()],
    ['a missing file', () => masterKeysFromFile(join(tmpdir(), 'purser-no-such-key'))()],
    ['a failing command', () => masterKeysFromCommand('echo c2VjcmV0; exit 3')()],
  ])('refuses %s without repeating it', async (_, source) => {
    const refusal = await Promise.resolve()
      .then(source)
      .catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(MasterKeyUnavailable)
    expect(String(refusal)).not.toMatch(/not base64 at all|AAAA|c2VjcmV0/)
  })
})

describe('the key of receipts', () => {
  it('is renewed: the public halves of those before stay, newest first, whatever else is rotated', async () => {
    const settings = settingStore()
    const [key, newer] = [keyText(), keyText()]
    const opened = await open(settings, key)
    const kids = [opened.vault.receiptSigner().kid]
    for (let time = 0; time < 2; time += 1) {
      await opened.renewReceiptKey()
      kids.unshift(opened.vault.receiptSigner().kid)
    }
    const rotated = await open(settings, newer, key)
    await rotated.rewrapRing()
    await rotated.addHashKey(() => true)
    const { vault } = await open(settings, newer)
    expect(new Set(kids).size).toBe(3)
    expect(vault.receiptKeys().map(({ kid }) => kid)).toEqual(kids)
    expect(JSON.stringify(vault.receiptKeys())).not.toContain('"d"')
  })

  it('is taken up by a node that runs meanwhile', async () => {
    const settings = settingStore()
    const key = keyText()
    const [node, shell] = [await open(settings, key), await open(settings, key)]
    await shell.renewReceiptKey()
    await node.vault.refresh()
    expect(node.vault.receiptKeys()).toEqual(shell.vault.receiptKeys())
    expect(node.vault.receiptSigner().kid).toBe(shell.vault.receiptSigner().kid)
  })

  it('is no other key that somebody puts into the database', async () => {
    const settings = settingStore()
    const key = keyText()
    const [mine, theirs] = [await open(settings, key), await open(settingStore(), keyText())]
    await mine.renewReceiptKey()
    const [[name, text] = ['', '']] = [...settings.texts]
    const ring = JSON.parse(text) as { formerReceiptKeys: { id: string; wrapped: string }[] }
    const [kept] = ring.formerReceiptKeys
    const forged = { id: theirs.vault.receiptSigner().kid, wrapped: kept?.wrapped }
    settings.texts.set(name, JSON.stringify({ ...ring, formerReceiptKeys: [forged] }))
    await expect(open(settings, key)).rejects.toThrow(BrokenSealError)
  })
})
