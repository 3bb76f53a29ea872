import { standInOf } from './stand-ins.ts'

/**
 * A module that was imported later, with the stand-ins of its components: whoever draws them has no element of ours.
 */
export async function standingIn<Module extends object>(coming: Promise<Module>): Promise<Module> {
  const module = await coming
  return Object.fromEntries(Object.entries(module).map(([name, value]) => [name, standInOf(value)])) as Module
}
