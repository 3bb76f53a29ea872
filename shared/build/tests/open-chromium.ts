import { chromium, type Browser } from 'playwright'
import { chromiumLaunch } from '../src/chromium-path.ts'

/** A headless Chromium: the installed one, or Playwright's own. */
export function openChromium(): Promise<Browser> {
  return chromium.launch(chromiumLaunch())
}
