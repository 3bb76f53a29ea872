import type { Generation } from '@adcoin/contract'
import { checkCoexistence } from '../gate/coexistence.ts'
import type { Releases } from '../releases/releases.ts'
import type { Plan } from './plan.ts'

/**
 * The same plan without the releases that stand by and could not live with the shell that it makes live: no page could
 * fall back to them. Only for operators who accept that; else such a shell is refused.
 */
export function withoutUnfit(plan: Plan, releases: Releases): Plan {
  const { shell } = plan.next.apps
  if (!shell) return plan
  const fits = (app: string, id: string): boolean => {
    const alone: Generation['apps'] = { shell, [app]: { active: id, previous: [] } }
    return checkCoexistence({ ...plan.next, apps: alone }, releases).length === 0
  }
  const apps = Object.entries(plan.next.apps).map(([app, entry]) => {
    const kept = app === 'shell' ? entry.previous : entry.previous.filter(id => fits(app, id))
    return [app, { ...entry, previous: kept }] as const
  })
  return { ...plan, next: { ...plan.next, apps: Object.fromEntries(apps) } }
}
