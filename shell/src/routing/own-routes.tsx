import type { ComponentType } from 'react'
import { appPaths, createLazyPage, type PageModule } from '@adcoin/remote'
import { normalisePath } from '../paths.ts'

type OwnTitle = 'titles.inbox' | 'titles.help' | 'titles.faq' | 'titles.language'
export type OwnRoute = { path: string; title: OwnTitle; preload(): Promise<void>; Page: ComponentType }

/**
 * The screens that the shell itself owns. Source: rulings.md R1. None is in the core: the landing page does not need
 * them.
 */
const ownRoutes: readonly OwnRoute[] = [
  createOwnRoute(
    appPaths.inbox,
    'titles.inbox',
    () => import(/* webpackChunkName: "inbox" */ '../inbox/inbox-page.tsx'),
  ),
  createOwnRoute(appPaths.help, 'titles.help', () => import(/* webpackChunkName: "help" */ '../help/help-page.tsx')),
  createOwnRoute(appPaths.faq, 'titles.faq', () => import(/* webpackChunkName: "help" */ '../help/faq-page.tsx')),
  createOwnRoute(
    appPaths.language,
    'titles.language',
    () => import(/* webpackChunkName: "later" */ '../language/language-page.tsx'),
  ),
]

export function findOwnRoute(pathname: string): OwnRoute | undefined {
  return ownRoutes.find(route => route.path === normalisePath(pathname))
}

function createOwnRoute(path: string, title: OwnTitle, load: () => Promise<PageModule>): OwnRoute {
  return { path, title, ...createLazyPage(load) }
}
