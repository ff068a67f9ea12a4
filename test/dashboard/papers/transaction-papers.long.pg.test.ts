import { afterAll, beforeAll, expect, it } from 'vitest'
import { violationsAtEachWidth } from '../axe.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from '../dashboard-rig.ts'

describeInBrowser('the papers of a purchase in the dashboard', () => {
  let rig: DashboardRig
  let cardId: string
  beforeAll(async () => {
    rig = await startDashboard()
    const { purser } = rig.service
    const customerId = (await purser.customers.create({ name: { business: 'Northwind' } })).id
    cardId = (await purser.cards.create({ customerId, label: 'Desk' })).id
  })
  afterAll(() => rig.stop())

  const buy = async () =>
    (await rig.service.purser.network.authorize({ cardId, amount: 100, merchant: { name: 'Ink Shop' } })).transactionId

  it('are documents, which are attached, listed and saved, and refused by their content', async () => {
    const { purser } = rig.service
    const id = await buy()
    const { page, complaints } = await rig.browse('approver', { viewport: { width: 1024, height: 768 } })
    await page.goto(`/transactions/${id}`)
    await page.getByText('No receipt or invoice yet.').waitFor()
    const chosen = page.getByLabel('The receipt to attach')
    await chosen.setInputFiles({ name: 'invoice.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html>') })
    await page.getByText(/no PDF, JPEG, PNG, WebP or EML/).waitFor()
    const bytes = Buffer.from('%PDF-1.7 \u00e4\u0000 and more')
    await chosen.setInputFiles({ name: 'invoice.pdf', mimeType: 'application/pdf', buffer: bytes })
    const save = page.getByRole('button', { name: 'Save invoice.pdf' })
    await save.waitFor()
    expect(await violationsAtEachWidth(page)).toEqual([])
    const saved = page.waitForEvent('download')
    await save.click()
    const file = await (await saved).createReadStream()
    expect(Buffer.concat(await file.toArray()).equals(bytes)).toBe(true)
    expect((await purser.transactions.get(id)).documents).toMatchObject([{ name: 'invoice.pdf', size: bytes.length }])
    expect(complaints).toEqual([expect.stringContaining('415')])
  })

  it('are a memo and coding, which an approver changes, and a reader only sees', async () => {
    const { purser } = rig.service
    const id = await buy()
    const { page, complaints } = await rig.browse('approver', { viewport: { width: 1024, height: 768 } })
    await page.goto(`/transactions/${id}`)
    await page.getByText('No memo and no coding.').waitFor()
    await page.getByRole('button', { name: 'Change the notes' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Memo').fill('Ink for the fair')
    await dialog.getByLabel('Coding').fill('account')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('must not be empty').waitFor()
    expect(await violationsAtEachWidth(page)).toEqual([])
    await dialog.getByLabel('Coding').fill('account: 6650\ntax: V7')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Ink for the fair').waitFor()
    expect(await purser.transactions.get(id)).toMatchObject({
      memo: 'Ink for the fair',
      coding: { account: '6650', tax: 'V7' },
    })
    await page.getByRole('button', { name: 'Change the notes' }).click()
    await dialog.getByLabel('Coding').fill('tax: V8')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect((await purser.transactions.get(id)).coding).toEqual({ tax: 'V8' })
    expect(complaints).toEqual([expect.stringContaining('400 (Bad Request)')])

    const { page: read } = await rig.browse('viewer')
    await read.goto(`/transactions/${id}`)
    await read.getByText('Ink for the fair').waitFor()
    expect(await read.getByRole('button', { name: 'Change the notes' }).count()).toBe(0)
  })
})
