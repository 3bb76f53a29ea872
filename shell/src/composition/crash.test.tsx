// @vitest-environment jsdom
import { act, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RemoteModule } from '@adcoin/remote'
import { BrowserRouter, useLocation } from '@adcoin/router'
import { createAreas } from './composition.ts'
import type { LiveReleases } from './live.ts'
import { RemoteOutlet } from './outlet.tsx'
import { createReport } from './report.ts'
import type { Tab } from './tab.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const [app, release] = ['remote-team', '1.0.0-0a1b2c3d4e5f']
const mine = () => {
  const stack = `Error: mine\n at https://x/assets/react.js:1:9\n at f (https://x/releases/${app}/${release}/564.js:1:26)`
  return Object.assign(new Error('mine'), { stack })
}
const throwIt = () => {
  throw mine()
}

function ThrowingEffect() {
  useEffect(throwIt)
  return <p>team</p>
}
function ThrowingHandler() {
  return (
    <button type="button" onClick={throwIt}>
      team
    </button>
  )
}
function ThrowingTimer() {
  useEffect(() => void setTimeout(throwIt), [])
  return <p>team</p>
}
function Rejection() {
  useEffect(() => void dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: mine() })), [])
  return <p>team</p>
}
function Rendering(): null {
  return throwIt()
}

let sent: Record<string, unknown>[]
beforeEach(() => {
  sent = []
  vi.spyOn(console, 'error').mockReturnValue()
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body))
    return Response.json({})
  })
  history.replaceState(null, '', '/team')
})
afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

test.each([
  ['while it renders', Rendering, 'render'],
  ['in an effect', ThrowingEffect, 'render'],
  ['in a handler', ThrowingHandler, 'runtime'],
  ['in a timer', ThrowingTimer, 'runtime'],
  ['in a promise', Rejection, 'runtime'],
])('a release that throws %s is reported with the position that threw', async (_, Page, phase) => {
  const live = {
    ...{ published: () => ({ number: 7 }), order: () => [release], version: () => ({}), side: () => ({}) },
    ...{ ready: async () => undefined, refresh: async () => undefined, complete: async () => undefined },
    ...{ routeAt: () => undefined, isOverride: () => false, isRevoked: () => false, redraw: () => undefined },
  } as unknown as LiveReleases
  const module = {
    routes: [{ path: '/team', element: <Page /> }],
    start: () => () => undefined,
  } as unknown as RemoteModule
  const load = async () => ({ app, release, module })
  const nothing = { reload: () => undefined, memories: new Map(), mounted: new Map(), kept: [] }
  const tab: Tab = { live, load, report: createReport(live), ...nothing }
  const areas = createAreas(tab)
  function Outlet() {
    const [location, composition] = [useLocation(), { area: areas.at, onChange: () => () => undefined }]
    const words = { failed: () => null, pending: null, onReplaced: () => undefined }
    return <RemoteOutlet {...{ app, location, composition, ...words }} language="en_US" />
  }
  await areas.at({ app, pathname: '/team', language: 'en_US' }).arrival
  const root = document.body.appendChild(document.createElement('div'))
  const outlet = (
    <BrowserRouter>
      <Outlet />
    </BrowserRouter>
  )
  await act(async () => createRoot(root).render(outlet))
  root.querySelector('button')?.click()
  await vi.waitFor(() => expect(sent).not.toEqual([]))
  expect(sent[0]).toMatchObject({ app, release, phase, reason: 'Error: mine @ 564.js:1:26' })
})
