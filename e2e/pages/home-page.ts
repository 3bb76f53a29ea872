import { expect, type Page } from '../product/test.ts'
import { BindPage } from './bind-page.ts'
import { MoneyPage } from './money-page.ts'
import { TaskPage } from './task-page.ts'
import { TeamPage } from './team-page.ts'
import { findBlock } from '../product/screen-parts.ts'

/** The four tabs, from wherever the tab bar is. */
class Tabs {
  protected readonly page: Page
  constructor(page: Page) {
    this.page = page
  }
  private async openTab(name: string): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
  }
  async goHome(): Promise<HomePage> {
    await this.openTab('Home')
    return new HomePage(this.page)
  }
  async goToMoney(): Promise<MoneyPage> {
    await this.openTab('Money')
    return new MoneyPage(this.page)
  }
  async goToTeam(): Promise<TeamPage> {
    await this.openTab('Team')
    return new TeamPage(this.page)
  }
}

export class HomePage extends Tabs {
  async greets(name: string): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name: `Hello, ${name}` })).toBeVisible()
  }
  async showsBalance(amount: string): Promise<void> {
    await expect(findBlock(this.page)).toContainText(amount)
  }
  async linkAccount(): Promise<BindPage<this>> {
    await this.page.getByRole('link', { name: 'Link a social account' }).click()
    return new BindPage(this.page, this)
  }
  /** Waits until the account is linked: the list below moves then, and an earlier press would miss its row. */
  async asksForNoAccount(): Promise<this> {
    await expect(this.page.getByRole('link', { name: 'Link a social account' })).toHaveCount(0)
    return this
  }
  async openTask(title: RegExp): Promise<TaskPage<this>> {
    await this.page.getByRole('link', { name: title }).first().click()
    return new TaskPage(this.page, this)
  }
}
