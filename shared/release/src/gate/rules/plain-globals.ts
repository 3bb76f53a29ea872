import { takenOf } from '../scripts/browser.ts'
import { scriptRule } from '../scripts/script-rule.ts'

const rule = 'plain-globals'

/**
 * The global object is used by names that stand in the script. Handed on under another name, or asked for a name that
 * is made at run time, it could be anything of the browser's, and no other rule about scripts could see it.
 */
export const plainGlobals = scriptRule(
  rule,
  'Name what you use of it where you use it: `window.innerWidth`, `const { innerWidth } = window`.',
  script =>
    takenOf(script).flatMap(({ path, use, placed }) => {
      if (path[0] === '*')
        return [{ placed, says: 'it takes something of the global object by a name made at run time' }]
      return path.length === 0 && (use === 'kept' || use === 'called')
        ? [{ placed, says: 'it hands the global object on, so nobody can see what becomes of it' }]
        : []
    }),
)
