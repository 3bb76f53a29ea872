import AxeBuilder from '@axe-core/playwright'
import { HtmlValidate } from 'html-validate'
import { expect, type Page } from '../product/test.ts'

type Theme = 'light' | 'dark'
/** Rules that depend on the theme; the rest of axe's rules find the same in both. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']
/** Experimental in axe: the visible words of a control are part of its name. */
const namesThatAreSeen = { 'label-content-name-mismatch': { enabled: true } }
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Colours do not depend on the language: dark is looked at in a Latin and in a Devanagari one. */
export const listThemes = (language: string): readonly Theme[] =>
  language === 'en_US' || language === 'hi_IN' ? ['light', 'dark'] : ['light']

const markup = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // The browser's own way to write a document; React's ids; its style attributes of measured widths.
    ...{ 'void-style': 'off', 'attribute-boolean-style': 'off', 'attribute-empty-style': 'off' },
    ...{ 'valid-id': ['error', { relaxed: true }], 'no-inline-style': 'off' },
    // A button with the role of a radio or an option, which axe checks, and names of lists.
    ...{ 'prefer-native-element': 'off', 'aria-label-misuse': ['error', { allowAnyNamable: true }] },
    // The link over a whole card has its name by aria-labelledby; label and input are tied twice on purpose.
    ...{ 'wcag/h30': 'off', 'no-redundant-for': 'off' },
    // Browsers fill a telephone field with a user name; the trading password is no password of a browser; a password
    // that is shown is a text field with the same attributes.
    ...{ 'valid-autocomplete': 'off', 'autocomplete-password': 'off', 'input-attributes': 'off' },
  },
})

/** Findings of html-validate in the document as it is now, without scripts and templates. */
async function findMarkupProblems(page: Page): Promise<readonly string[]> {
  const body = await page.evaluate(() =>
    [...document.body.children]
      .filter(({ tagName }) => !['SCRIPT', 'TEMPLATE', 'NOSCRIPT', 'STYLE'].includes(tagName))
      .map(({ outerHTML }) => outerHTML)
      .join('\n'),
  )
  const whole = `<!DOCTYPE html>\n<html lang="en"><head><title>Ad Coin</title></head><body>${body}</body></html>`
  const { results } = await markup.validateString(whole)
  return results.flatMap(({ messages }) => messages.map(each => `markup: ${each.ruleId}: ${each.message}`))
}

/**
 * Findings of html-validate on the page, and of axe in each of these themes, one after the other: the page is not
 * loaded again, because the device's choice decides without a stored one (`expectStoredTheme` checks the stored one).
 */
export async function findViolations(
  page: Page,
  themes: readonly Theme[],
  { bestPractice = false } = {},
): Promise<string[]> {
  const found: string[] = [...(await findMarkupProblems(page))]
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme })
    await page.evaluate(async () => {
      const changes = document.getAnimations().filter(animation => animation instanceof CSSTransition)
      // A transition in a closed element is invisible, and may never end.
      const longest = new Promise(done => setTimeout(done, 3_000))
      await Promise.race([Promise.allSettled(changes.map(({ finished }) => finished)), longest])
    })
    const axe = new AxeBuilder({ page })
    if (theme === themes[0])
      axe.options({ runOnly: bestPractice ? [...wcag, 'best-practice'] : wcag, rules: namesThatAreSeen })
    else axe.withRules(rulesOfColour)
    // In one go: the other way opens a blank page for each answer, and there is no frame of another origin here.
    const { violations } = await axe.setLegacyMode().analyze()
    found.push(...violations.flatMap(({ id, nodes }) => nodes.map(node => `${theme}: ${id} at ${node.target[0]}`)))
  }
  return found
}

/** The next page of this tab comes in this language, in the theme of the device. */
export async function storeLanguage(page: Page, language: string): Promise<void> {
  await page.evaluate(code => {
    localStorage.setItem('adcoin.language', code)
    localStorage.removeItem('adcoin.theme')
  }, language)
}

/** The page, loaded again after dark was chosen, is dark on a device that is light. */
export async function expectStoredTheme(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.evaluate(() => localStorage.setItem('adcoin.theme', 'dark'))
  await page.reload()
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
}

export const hasNoSidewaysScroll = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
