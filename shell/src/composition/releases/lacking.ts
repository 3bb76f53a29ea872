import type { SharedNeeds } from '@adcoin/contract'

/** What a page hands out as a shared module; undefined where nobody can say. */
export type Offered = (name: string) => Promise<{ version: string; exports: object } | undefined>

/**
 * The exports of shared modules that a remote uses and a page does not have. The gate compares the same before anything
 * is live (`shared-names-fit`); what only one browser tries never passed it, and would end in "undefined is not a
 * function" somewhere in its own code.
 *
 * @returns `Badge of @adcoin/ui (needs ^1.3.0, this page has 1.2.0)`, several with `; ` between; undefined where
 *   nothing is lacking
 */
export async function lacking(needs: SharedNeeds | undefined, offered: Offered): Promise<string | undefined> {
  const found = await Promise.all(
    Object.entries(needs?.names ?? {}).map(async ([module, names]) => {
      const there = await offered(module).catch(() => undefined)
      const absent = there ? names.filter(name => !(name in there.exports)) : []
      if (!there || absent.length === 0) return []
      return [`${absent.join(', ')} of ${module} (needs ${needs?.modules[module]}, this page has ${there.version})`]
    }),
  )
  return found.flat().join('; ') || undefined
}
