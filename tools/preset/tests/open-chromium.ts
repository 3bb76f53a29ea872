import { chromium, type Browser } from 'playwright'
import { chromiumLaunch } from '@adcoin/checks/chromium'

/** A headless Chromium: the installed one, or Playwright's own. */
export function openChromium(): Promise<Browser> {
  return chromium.launch(chromiumLaunch())
}
