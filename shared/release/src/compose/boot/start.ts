import { messenger, type BootTexts } from './message.ts'
import { readPageBlock } from './page-block.ts'
import { shellStarter, type Browser } from './start-shell.ts'

/**
 * The second script of the page, at the end of its body, where it does not delay the first paint. It starts the shell,
 * or the previous good one where the live one fails, and says so in the person's language when none starts. The shell
 * draws over all of it.
 */
export function start(texts: BootTexts, browser: Browser): void {
  const { language = 'en_US' } = (window as { adcoinReads?: { language?: string } }).adcoinReads || {}
  shellStarter(readPageBlock(), messenger(texts[language], browser.reload), browser)()
}
