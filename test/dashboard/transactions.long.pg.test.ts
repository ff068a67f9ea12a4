import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ReceiptKeys, verifyReceipt } from '../../clients/typescript/src/receipts.ts'
import { violationsAtEachWidth } from './axe.ts'
import { clipped } from './clipped.ts'
import { choose } from './finding/choose.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from './dashboard-rig.ts'
import { someSpending, type Spending } from './some-spending.ts'

describeInBrowser('transactions and the playground', () => {
  let rig: DashboardRig
  let spending: Spending
  beforeAll(async () => {
    rig = await startDashboard()
    spending = await someSpending(rig.service.purser)
  })
  afterAll(() => rig.stop())

  it('leads from a declined transaction to the mended policy in three clicks, and shows what the purchase then gets', async () => {
    const { purser } = rig.service
    const { page } = await rig.browse('admin')
    await page.goto('/transactions?status=declined')

    await page.getByRole('link', { name: 'Example Hardware' }).click()
    await page.getByText('$80.00 in one authorization is over the limit of $50.00').waitFor()
    await page.getByRole('button', { name: /^Fix this: \$80\.00/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('is approved, by the rules as they are now').waitFor()
    expect(await dialog.getByLabel('Limit per purchase').inputValue()).toBe('80.00')
    await dialog.getByRole('button', { name: 'Save' }).click()

    await page.getByRole('dialog', { name: 'Saved: the same purchase is approved' }).waitFor()
    expect((await purser.agents.get(spending.agentId)).policy.limits).toEqual({ perAuth: 80_00, perDay: 500_00 })

    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('dialog', { name: 'Undone: it would be declined again' }).waitFor()
    expect((await purser.agents.get(spending.agentId)).policy.limits).toEqual({ perAuth: 50_00, perDay: 500_00 })
  })

  it('says before saving that a limit is still too low, and which other rules decline the purchase', async () => {
    const { page } = await rig.browse('admin')
    await page.goto(`/transactions/${spending.declinedTwiceId}`)
    await page.getByRole('button', { name: /^Fix this: \$70\.00/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('passes this rule, and is still declined for:').waitFor()
    await dialog.getByText('The merchant Example Casino is blocked').waitFor()

    await dialog.getByLabel('Limit per purchase').fill('60')
    await dialog.getByText('is still declined: it comes to $70.00.').waitFor()
    await dialog.getByLabel('Limit per purchase').fill('much')
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  })

  it('takes a merchant from a block list, and leaves the others on it', async () => {
    const { page } = await rig.browse('admin')
    await page.goto(`/transactions/${spending.declinedTwiceId}`)
    await page.getByRole('button', { name: /^Fix this: The merchant Example Casino/ }).click()
    await page.getByText('without Example Casino').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog', { name: 'Saved: another rule still declines it' }).waitFor()
    const { policy } = await rig.service.purser.customers.get(spending.customerId)
    expect(policy.blockedMerchants).toEqual(['Example Lottery'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('dialog', { name: 'Undone: it would be declined again' }).waitFor()
  })

  it('lets a viewer see why, and not mend', async () => {
    const { page } = await rig.browse('viewer')
    await page.goto(`/transactions/${spending.declinedTwiceId}`)
    await page.getByText('An admin can fix this.').first().waitFor()
    expect(await page.getByRole('button', { name: /^Fix this/ }).count()).toBe(0)
  })

  it('keeps filters in the URL, so that a link and Back show the same list', async () => {
    const { page } = await rig.browse('viewer')
    await page.goto('/transactions')
    const rows = page.getByRole('row')
    await page.getByRole('link', { name: 'Example Hardware' }).waitFor()

    await page.getByLabel('Merchant').fill('books')
    await page.getByLabel('Merchant').press('Enter')
    await page.getByRole('link', { name: 'Example Hardware' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Example Books' }).first().waitFor()
    expect(new URL(page.url()).search).toBe('?merchant=books')

    await page.goBack()
    await page.getByRole('link', { name: 'Example Hardware' }).waitFor()
    await page.goto('/transactions?reason=merchant_blocked&minAmount=6000')
    await page.getByRole('link', { name: 'Example Casino' }).waitFor()
    await expect.poll(() => rows.count()).toBe(3) // its heads, its day and the purchase
    expect(await page.getByLabel('Amount from').inputValue()).toBe('60.00')
  })

  it('exports what the filters show as a CSV file', async () => {
    const { page } = await rig.browse('viewer')
    await page.goto('/transactions?status=declined')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    const text = await textOf(await download.createReadStream())
    expect(text).toContain('Example Hardware')
    expect(text).not.toContain('Example Books')
  })

  it('saves the receipt of a declined purchase, which the published keys verify', async () => {
    const { page } = await rig.browse('viewer')
    await page.goto(`/transactions/${spending.declinedTwiceId}`)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Receipt' }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`receipt-${spending.declinedTwiceId}.jws`)
    const receipt = await textOf(await download.createReadStream())
    const keys = await fetch(new URL('/.well-known/jwks.json', rig.service.baseUrl))
    const claims = await verifyReceipt(receipt.trimEnd(), (await keys.json()) as ReceiptKeys)
    expect(claims).toMatchObject({ transactionId: spending.declinedTwiceId, decision: 'decline' })
  })

  it('shows in the playground what a purchase would get, and sends it through the network door', async () => {
    const { page } = await rig.browse('admin')
    await page.goto('/playground')
    await choose(page, 'Card', 'supplies', /Supplies/)
    await page.getByLabel('Amount').fill('51')
    await page.getByText('over the limit of $50.00').waitFor()
    await page.getByLabel('Amount').fill('12.34')
    await page.getByLabel('Merchant').fill('Example Tools')
    await page.getByText('"amount": 1234').waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Approved' }).waitFor()

    await page.getByRole('button', { name: 'Send as a purchase' }).click()
    await page.getByRole('link', { name: 'Open the transaction' }).click()
    await page.getByRole('heading', { name: '$12.34 at Example Tools' }).waitFor()
  })

  it('"Fix this" has nothing that axe finds and nothing that does not fit', async () => {
    const { page } = await rig.browse('admin')
    await page.goto(`/transactions/${spending.declinedTwiceId}`)
    await page.getByRole('button', { name: /^Fix this: \$70\.00/ }).click()
    await page.getByText('The same purchase then').waitFor()
    expect(await violationsAtEachWidth(page)).toEqual([])
    expect(await clipped(page)).toEqual([])
  })
})

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
