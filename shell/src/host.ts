import { appPaths, type Host } from '@adcoin/remote'
import type { SessionWriter } from '@adcoin/session'
import type { Composition } from './composition/composition.ts'
import { openPanel } from './state/open-panel.ts'
import type { Toasts } from './state/toasts.ts'
import { chooseLanguage } from './language/language.ts'
import type { DestinationStore } from './state/destination.ts'
import { goTo } from './routing/navigator.ts'
import type { ShellSession } from './session/session.ts'
import { texts } from './texts.ts'

/** The name of the only remote that may start a session. Source: rulings.md R3. */
const signInApp = 'remote-auth'

export type HostParts = {
  session: ShellSession
  writer: SessionWriter
  destination: DestinationStore
  toasts: Toasts
  composition: Pick<Composition, 'reportFailure'>
}

/** Toasts of one app per ten seconds; more are dropped and reported once, because no person reads as many. */
const mostToasts = 10
const toastWindowMs = 10_000

/** The shell's API for an app: for the shell itself, and for each remote. */
export function createHost(app: string, { session, writer, destination, toasts, composition }: HostParts): Host {
  let window = { since: 0, count: 0 }
  const host: Host = {
    signOut: async () => session.signOut(),
    setLanguage: code => chooseLanguage(document, writer, code),
    openLanguage: () => openPanel.set('language'),
    setTheme: theme => writer.setTheme(theme),
    showToast(text, kind, durationMs) {
      if (Date.now() - window.since > toastWindowMs) window = { since: Date.now(), count: 0 }
      window.count += 1
      if (window.count <= mostToasts) toasts.show(text, kind, durationMs)
      else if (window.count === mostToasts + 1)
        composition.reportFailure(app, 'runtime', new Error(`more than ${mostToasts} messages in 10 s`))
    },
    openHelp: () => openPanel.set('help'),
    reportFailure({ error, phase }) {
      composition.reportFailure(app, phase, error)
      toasts.show(texts.t('area.text'), 'bad')
    },
  }
  if (app !== signInApp) return host
  return {
    ...host,
    async signIn(result, options) {
      session.signIn(result, options?.next)
      goTo(destination.peek() ?? appPaths.home)
    },
    forgetInviter: () => writer.clearInviter(),
  }
}
