import { core, groups, later } from 'virtual-shared-modules'

/** A shared module of this page; undefined if there is none of that name, or if its file failed to load. */
export async function offered(name: string): Promise<{ version: string; exports: object } | undefined> {
  const present = core[name]
  if (present) return { version: present.version, exports: present.lib() }
  const { version, group } = later[name] ?? {}
  if (version === undefined || group === undefined) return undefined
  const modules = await groups[group]?.()
  return modules?.[name] && { version, exports: modules[name] }
}
