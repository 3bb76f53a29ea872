import { core, groups, later } from 'virtual-shared-modules'

/** What this page hands out as a shared module; undefined where it has none of that name, or its file did not come. */
export async function offered(name: string): Promise<{ version: string; exports: object } | undefined> {
  const present = core[name]
  if (present) return { version: present.version, exports: present.lib() }
  const { version, group } = later[name] ?? {}
  if (version === undefined || group === undefined) return undefined
  const modules = await groups[group]?.()
  return modules?.[name] && { version, exports: modules[name] }
}
