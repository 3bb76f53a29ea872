import type { Browser, BrowserContext, Locator, Page } from 'playwright'
import { watchPage, type Sight } from '../product/watched-page.ts'
import { matchText } from '../product/match-text.ts'

/** A person: repeats, in texts of their own language, until the goal is reached or they give up. */
export class ChaosPerson {
  /** Another page after a crash of its tab. */
  page: Page
  readonly context: BrowserContext
  /** Their present goal, for findings. */
  goal = ''
  private constructor(context: BrowserContext, page: Page) {
    this.context = context
    this.page = page
  }

  static async open(
    browser: Browser,
    url: string,
    language: string,
    onSight: (sight: Sight) => void,
  ): Promise<ChaosPerson> {
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width: 390, height: 844 },
      locale: language.replace('_', '-'),
      timezoneId: 'America/Mexico_City',
    })
    context.setDefaultTimeout(4_000)
    context.setDefaultNavigationTimeout(15_000)
    await watchPage(context, { blankMs: 1_000, waitMs: 15_000 }, onSight)
    await context.addInitScript(code => {
      try {
        if (localStorage.getItem('adcoin.language') === null) localStorage.setItem('adcoin.language', code)
      } catch {
        // The browser's own error page has no storage.
      }
    }, language)
    return new ChaosPerson(context, await context.newPage())
  }

  button(inEnglish: string): Locator {
    return this.page.getByRole('button', { name: matchText(inEnglish) }).first()
  }
  field(name: string): Locator {
    return this.page.locator(`[name="${name}"]:visible`).first()
  }
  path(): string {
    return URL.canParse(this.page.url()) ? new URL(this.page.url()).pathname : ''
  }
  async token(): Promise<string> {
    return this.page.evaluate(() => localStorage.getItem('adcoin.token') ?? '').catch(() => '')
  }

  /** By a link of the app if the app is drawn, else by the address. */
  async go(path: string): Promise<void> {
    if (this.path() === path.split('?')[0]) return
    const isApp = await this.page
      .evaluate(() => document.querySelector('#root [data-area]') !== null)
      .catch(() => false)
    if (!isApp) return void (await this.page.goto(path))
    await this.page.evaluate(to => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
  }

  /** Types where the field does not hold it yet. */
  async type(name: string, text: string): Promise<void> {
    const field = this.field(name)
    if ((await field.inputValue()) !== text) await field.fill(text)
  }

  /** @throws what the last try met, where `isReached` is still not so after all this time */
  async reach(
    wanted: string,
    isReached: () => Promise<boolean>,
    attempt: () => Promise<void>,
    withinMs = 90_000,
  ): Promise<void> {
    this.goal = wanted
    const end = Date.now() + withinMs
    let lastError = ''
    while (Date.now() < end) {
      if (await isReached().catch(() => false)) return
      try {
        await this.recover()
        await attempt()
      } catch (error) {
        lastError = error instanceof Error ? error.message.replaceAll(/\s+/g, ' ').slice(0, 300) : String(error)
      }
      for (let poll = 0; poll < 4; poll++) {
        if (await isReached().catch(() => false)) return
        await new Promise(done => setTimeout(done, 300))
      }
    }
    throw new Error(
      `${wanted}: not within ${withinMs / 1000} s, at ${this.path()}; last: ${lastError || 'nothing failed'}`,
    )
  }

  /** Reacts to a browser's error page, and to a card with Retry. */
  private async recover(): Promise<void> {
    if (this.page.isClosed()) return
    if (!this.page.url().startsWith('http')) {
      const isNew = this.page.url() === 'about:blank'
      await (isNew ? this.page.goto('/') : this.page.reload())
      return
    }
    for (const word of ['Retry', 'Try again']) {
      // The page for when one is offline has a link.
      const again = this.button(word)
        .or(this.page.getByRole('link', { name: matchText(word) }))
        .first()
      // An open dialog covers the button: the journey answers the dialog first.
      if (await again.isVisible()) await again.click({ timeout: 1_000 }).catch(() => undefined)
    }
  }
}
