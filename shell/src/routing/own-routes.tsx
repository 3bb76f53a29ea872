import type { ComponentType } from 'react'
import { appPaths, createLazyPage, type PageModule } from '@adcoin/remote'
import { plainPath } from '../paths.ts'

type OwnTitle = 'titles.inbox' | 'titles.help' | 'titles.faq' | 'titles.language'
export type OwnRoute = { path: string; title: OwnTitle; preload(): Promise<void>; Page: ComponentType }

/**
 * The screens that the shell itself owns. Source: rulings.md R1. None is in the core: the landing page does not need
 * them.
 */
const ownRoutes: readonly OwnRoute[] = [
  ownRoute(appPaths.inbox, 'titles.inbox', () => import(/* webpackChunkName: "inbox" */ '../inbox/inbox-page.tsx')),
  ownRoute(appPaths.help, 'titles.help', helpCentre('titles.help')),
  ownRoute(appPaths.faq, 'titles.faq', helpCentre('titles.faq')),
  ownRoute(
    appPaths.language,
    'titles.language',
    () => import(/* webpackChunkName: "later" */ '../language/language-page.tsx'),
  ),
]

export function ownRouteOf(pathname: string): OwnRoute | undefined {
  return ownRoutes.find(route => route.path === plainPath(pathname))
}

function ownRoute(path: string, title: OwnTitle, load: () => Promise<PageModule>): OwnRoute {
  return { path, title, ...createLazyPage(load) }
}

function helpCentre(title: 'titles.help' | 'titles.faq'): () => Promise<PageModule> {
  return async () => {
    const { HelpCentre } = await import('../help/help-centre.tsx')
    return { Page: () => <HelpCentre title={title} /> }
  }
}
