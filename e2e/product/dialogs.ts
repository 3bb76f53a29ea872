import { expect, type Page } from './test.ts'

/** Presses Esc until no dialog is open: the loader over a late read takes every key (rulings.md R6). */
export async function closeDialog(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
}
