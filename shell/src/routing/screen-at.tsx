import { useSyncExternalStore } from 'react'
import type { ApiCode } from '@adcoin/contract'
import { NotFound } from '@adcoin/remote'
import type { Location } from '@adcoin/router'
import { RemoteOutlet } from '../composition/outlet.tsx'
import { AreaCard } from '../frame/area-card.tsx'
import { AreaSkeleton } from '../frame/waiting.tsx'
import { useShell } from '../state/shell.ts'
import { useTabs } from '../frame/use-tabs.ts'
import { texts } from '../texts.ts'
import { findOwnRoute } from './own-routes.tsx'

/** The content of the column at a path: a screen of the shell, a remote, or "Page not found". */
export function ScreenAt({ location, language }: { location: Location; language: ApiCode }) {
  const t = texts.useT()
  const { composition, toasts } = useShell()
  useSyncExternalStore(composition.onChange, composition.routes)
  const tabs = useTabs(composition, location.pathname, language)
  const own = findOwnRoute(location.pathname)
  if (own) return <own.Page key={own.path} />
  const route = composition.routeAt(location.pathname)
  // An unknown path is not an absent one.
  if (!route && !composition.isComplete())
    return <AreaCard app="shell" title={undefined} retry={() => void composition.refresh()} />
  if (!route) return <NotFound />
  const title = composition.titleOf(location.pathname) ?? tabs.items.find(tab => tab.to === tabs.current)?.label
  return (
    <RemoteOutlet
      composition={composition}
      app={route.app}
      location={location}
      language={language}
      failed={retry => <AreaCard app={route.app} title={title} retry={retry} />}
      pending={<AreaSkeleton />}
      onReplaced={() => toasts.show(t('frame.updated'))}
    />
  )
}
