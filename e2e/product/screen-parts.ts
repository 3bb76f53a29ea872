import type { Page } from 'playwright/test'

/**
 * Parts of a screen that have no name, or another one in each language, by their roles. The functions that run in the
 * page take these selectors as arguments.
 */
export const screenParts = {
  /** In place of data that is on its way. In a prerendered screen it is hidden from screen readers, and not found. */
  skeleton: '[role=status][aria-label]',
  /** The words of the full-screen loader, beside the page or in its uppermost dialog. */
  loader: 'p[role=status]:not(main *), dialog p[role=status]',
  /** The child of one of the two live regions for toasts. */
  toast: '[role=status]:has(+ [role=alert]) > *, [role=status] + [role=alert] > *',
} as const

/** Whatever a screen waits with: skeletons, and the loader, which takes every key and press. */
export const findWaiting = (page: Page) => page.locator(`${screenParts.skeleton}, ${screenParts.loader}`)
export const findSkeleton = (page: Page) => page.locator(screenParts.skeleton)
export const findLoader = (page: Page) => page.locator(screenParts.loader)
export const findToast = (page: Page) => page.locator(screenParts.toast)

/** The block with the one number that matters, in English. */
export const findBlock = (page: Page, name = 'Balance') => page.getByRole('group', { name })
/** That number. */
export const findAmount = (page: Page, name?: string) =>
  findBlock(page, name)
    .getByText(/^[+−]?[\d.,]+ Ad Coin$/)
    .first()
