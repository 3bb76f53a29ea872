import { takenOf, type Taken } from '../scripts/browser.ts'
import { scriptRule } from '../scripts/script-rule.ts'

const rule = 'location-stays'
const leaving = ['assign', 'replace', 'reload']
const parts = ['href', 'hash', 'search', 'pathname', 'host', 'hostname', 'port', 'protocol']

/**
 * A remote goes to another screen by the router, and to another site by a link that a person presses. Writing the
 * address itself loads the page anew, and throws away what every other area holds.
 */
export const locationStays = scriptRule(
  rule,
  'Go to screens with useNavigate or Link of @adcoin/router, and to other sites with a link of @adcoin/ui.',
  script =>
    takenOf(script).flatMap(taken => {
      const says = whyLeaving(taken)
      return says === undefined ? [] : [{ placed: taken.placed, says }]
    }),
)

function whyLeaving({ path, use }: Taken): string | undefined {
  const [first, ...rest] = path[0] === 'document' && path[1] === 'location' ? path.slice(1) : path
  if (use === 'looked') return undefined
  if (first === 'navigation') return 'it navigates by the browser, past the router'
  if (first === 'open' && rest.length === 0) return 'it opens an address in place of the page, or beside it'
  if (first === 'open') return 'it hands on what opens addresses'
  if (first !== 'location') return undefined
  const [name] = rest
  if (name === undefined)
    return use === 'kept' ? 'it hands the location on, so nobody can see who writes it' : 'it writes the location'
  if (name === '*') return 'it uses the location by a name that is made at run time'
  if (leaving.includes(name)) return `it loads another page by location.${name}`
  return parts.includes(name) && rest.length === 1 && use === 'written' ? `it writes location.${name}` : undefined
}
