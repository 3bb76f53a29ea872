import { chromium, type Browser } from 'playwright'
import { createChromiumOptions } from '@adcoin/checks/chromium'

/** A headless Chromium: the installed one, or Playwright's own. */
export function openChromium(): Promise<Browser> {
  return chromium.launch(createChromiumOptions())
}
