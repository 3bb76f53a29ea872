import { join } from 'node:path'
import { formsOf, nextTabOrder, refuseUnknownIcon, shortNameOf } from './names.ts'
import { writeTemplate } from './templates.ts'

/**
 * Writes a whole remote: card, door, one page that reads a call, texts in six languages, a listener, tests, README.
 *
 * @param icon  of its tab
 * @returns the new files, relative to the root
 * @throws NotMade
 */
export function newRemote(root: string, name: string, icon: string): readonly string[] {
  const short = shortNameOf(root, name)
  refuseUnknownIcon(root, icon)
  const { pascal } = formsOf(short)
  const fillings = {
    remote: name,
    short,
    Short: pascal,
    icon,
    order: String(nextTabOrder(root)),
  }
  return writeTemplate('remote', join(root, name), fillings).map(file => join(name, file))
}
