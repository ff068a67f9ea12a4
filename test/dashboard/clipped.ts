import type { Page } from 'playwright-core'

/** In the browser: what is wider than its place, what scrolls sideways, what stands a letter a line, and what is cut. */
const FIND = `(() => {
  const found = []
  const tell = (what, one) => found.push(what + ': ' + one.tagName + ' ' + (one.textContent ?? '').trim().slice(0, 80))
  const all = (selector) =>
    [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility() && one.closest('.sr-only') === null)
  for (const one of [document.documentElement, ...all('section, main')])
    if (one.scrollWidth > one.clientWidth) tell('wider than its place', one)
  for (const one of all('table'))
    if (one.parentElement.scrollWidth > one.parentElement.clientWidth) tell('a table that scrolls', one)
  for (const one of all('p, span, td, dd, dt, li, a, h1, h2, bdi'))
    if (one.childElementCount === 0 && one.textContent.trim().length > 4) {
      const { width, height } = one.getBoundingClientRect()
      if (width > 0 && width < 28 && height > 90) tell('a letter a line', one)
    }
  const ink = document.createElement('canvas').getContext('2d')
  const isCut = (one, text, beside) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(one)
    ink.font = font
    return ink.measureText(text).width > one.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - beside + 1
  }
  for (const one of all('select'))
    if (isCut(one, one.selectedOptions[0]?.text ?? '', 16)) found.push('a cut option: ' + one.selectedOptions[0].text)
  for (const one of all('input'))
    if (one.value === '' && isCut(one, one.placeholder, 0)) found.push('a cut placeholder: ' + one.placeholder)
  return found
})()`

/** What has not the place that it needs, on the page as it stands. */
export const clipped = (page: Page): Promise<string[]> => page.evaluate<string[]>(FIND)
