import { createContext, use, type ReactNode } from 'react'
import type { Host } from './remote-module.ts'

const HostContext = createContext<Host | undefined>(undefined)

/** Gives the screens below it their host. `defineRemote` and the standalone page set it; a screen never does. */
export function HostProvider({ host, children }: { host: Host; children: ReactNode }) {
  return <HostContext value={host}>{children}</HostContext>
}

/** The shell's API for this screen. */
export function useHost(): Host {
  const host = use(HostContext)
  if (!host) throw new Error('useHost outside a remote: wrap the screen in HostProvider')
  return host
}
