import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { violationsInBothThemes } from '../axe.ts'
import { clipped } from '../clipped.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from '../dashboard-rig.ts'
import { loaded } from '../loaded.ts'
import { isReleaseRun } from '../../support/thorough.ts'
import { isOf, pathsOf, routes } from './every-page.ts'

/**
 * Pixels. 720 is what a screen of 1440 px has at 200 % zoom: a browser that zooms lays out half as many pixels. The widths between are
 * looked at before a release.
 */
const WIDTHS = isReleaseRun ? [320, 390, 720, 768, 1024, 1440] : [320, 1024]
/** The widths of a phone and a desk, in both themes. Between them nothing is shown that is at neither of them. */
const WIDTHS_FOR_AXE = isReleaseRun ? new Set([390, 1440]) : new Set([1024])

/** Until tomorrow at 22:00 UTC, which is written with two digits for the hour, and with its day. */
function secondsToALongTime(from: Date): number {
  const to = Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate() + 1, 22)
  return Math.ceil((to - from.getTime()) / 1000)
}

describeInBrowser('every page of the dashboard', () => {
  let rig: DashboardRig
  let paths: readonly string[] = []
  beforeAll(async () => {
    rig = await startDashboard({ PURSER_RATE_LIMIT: 'off' })
    await rig.service.purser.testClock.advance({ seconds: secondsToALongTime(new Date()) })
    paths = await pathsOf(rig.service.purser)
  })
  afterAll(() => rig.stop())

  const open = async (page: Page, path: string) => {
    await page.goto(path)
    await loaded(page)
  }

  it('is looked at: a route that has no path here is named', () => {
    expect(routes.filter((route) => !paths.some((path) => isOf(route, path)))).toEqual([])
  })

  it('has nothing that is cut, and nothing that axe finds in both themes', async () => {
    const { page, complaints } = await rig.browse('admin')
    const found: string[] = []
    for (const path of paths) {
      await open(page, path)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        await loaded(page)
        const wrong = [
          ...(await clipped(page)),
          ...(WIDTHS_FOR_AXE.has(width) ? await violationsInBothThemes(page) : []),
        ]
        found.push(...wrong.map((one) => `${path}, ${width} px: ${one}`))
      }
    }
    expect(found).toEqual([])
    expect(complaints).toEqual([])
  })
})
