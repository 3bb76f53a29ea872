import { sessionStore, type Theme } from '@adcoin/session'

const darkCanvas = '#0B120F'
const lightCanvas = '#F4F6F3'

/** Shows the chosen theme, now and whenever it changes, here or in another tab. `system` leaves it to the browser. */
export function followTheme(page: Document): void {
  apply(page, sessionStore.getState().theme)
  sessionStore.subscribe((now, before) => {
    if (now.theme !== before.theme) apply(page, now.theme)
  })
}

function apply(page: Document, theme: Theme): void {
  if (theme === 'system') delete page.documentElement.dataset['theme']
  else page.documentElement.dataset['theme'] = theme
  // The bar of the browser takes the canvas colour of the tokens.
  for (const meta of page.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const isDark = theme === 'dark' || (theme === 'system' && meta.media.includes('dark'))
    meta.content = isDark ? darkCanvas : lightCanvas
  }
}
