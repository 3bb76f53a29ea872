import { expect, test } from '../product/test.ts'
import { generateClabe, createPerson } from '../product/person.ts'
import { registerInBrowser } from '../pages/register-in-browser.ts'
import { HomePage } from '../pages/home-page.ts'
import { TaskPage } from '../pages/task-page.ts'
import { TeamPage } from '../pages/team-page.ts'

test(
  'an invited person registers, earns and withdraws; the inviter sees friend and bonus',
  { tag: '@core' },
  async ({ browser, page, operate }) => {
    const inviter = createPerson('Bruno')
    const ana = createPerson('Ana')
    const inviterPage = await (await browser.newContext()).newPage()
    const inviterHome = await registerInBrowser(inviterPage, operate, inviter)
    const inviteCode = await (await inviterHome.goToTeam()).readOwnCode()

    const home = await test.step('registers with the code from the outbox and the inviter’s code', () =>
      registerInBrowser(page, operate, ana, { inviteCode }))
    await home.greets('Ana')

    const username = `ana${ana.mobile}`
    await test.step('binds a social account', async () => {
      await (await (await (await home.linkAccount()).bind(username)).back()).asksForNoAccount()
    })

    const earned =
      await test.step('claims a video task, reads its material, submits; the balance grows without a reload', async () => {
        const task = await home.openTask(/Trail/)
        await (await task.claim()).showsMaterial()
        await task.sendVideoProof({
          account: `@${username}`,
          link: `https://www.tiktok.com/@${username}/video/7301`,
          username,
          homepage: `https://www.tiktok.com/@${username}`,
        })
        await task.passesReview()
        return task.readReward()
      })
    const reward = earned.replace(/[^0-9.]/g, '')
    const money = await (await (await new TaskPage(page, new HomePage(page)).back()).goToMoney()).showsBalance(reward)

    await test.step('sells with price, fee and what arrives; account and trading password on the way', async () => {
      const sell = await (await money.sell()).enter('50')
      await sell.addAccount({ holder: 'Ana Souza', clabe: generateClabe() })
      await (await sell.showsAmount('50')).setTradingPassword(ana)
      await (await sell.showsAmount('50')).showsReceiptLine('Withdrawal fee', '1.00')
      const withdraw = await (await sell.showsReceiptLine('You receive', /[0-9]/)).openWithdraw()
      await withdraw.confirm(operate, ana)
      const id = await withdraw.waitsForApproval()
      expect(id).not.toBe('')
      await operate.ops('withdraw', 'approve', id)
      await operate.ops('withdraw', 'pay', id)
      await withdraw.isPaid()
    })

    await test.step('the transaction list shows it as paid', async () => {
      await page.goto('/tradingList?type=expense')
      await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible()
    })

    await test.step('the inviter sees the new member and the extra 10 %', async () => {
      await inviterPage.goto('/team')
      const team = await new TeamPage(inviterPage).showsIncome((Number(reward) / 10).toFixed(2))
      await team.hasMember('Ana')
    })
  },
)
