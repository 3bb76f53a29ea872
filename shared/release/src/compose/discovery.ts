import type { Registry, RegistryRelease } from '@adcoin/contract'

/** One way to one micro-frontend, in the words of AWS frontend discovery, v1-pre. */
type Entry = {
  readonly url: string
  readonly fallbackUrl?: string
  readonly metadata: { readonly integrity: string; readonly version: string }
  readonly extras: Readonly<Record<string, unknown>>
  readonly deployment: { readonly traffic: number; readonly default: boolean }
}
type Discovery = { readonly schema: string; readonly microFrontends: Readonly<Record<string, readonly Entry[]>> }

const schema = 'https://github.com/awslabs/frontend-discovery/blob/main/schema/v1-pre.json'

/**
 * The live releases, for programs that know the discovery schema and not our registry. A projection without information
 * of its own; nothing here reads it.
 */
export function discoveryOf({ generation, apps, revoked }: Registry): Discovery {
  const entries = Object.entries(apps).map(([app, { active, canary, previous }]) => {
    const fallback = previous.find(({ id }) => !revoked.includes(`${app}/${id}`))
    const share = canary?.share ?? 0
    const live = entryOf(active, fallback, { generation, traffic: 100 - share, isDefault: true })
    // Whom a canary fails has what is live.
    const tried =
      canary && share > 0 ? [entryOf(canary.release, active, { generation, traffic: share, isDefault: false })] : []
    return [app, [live, ...tried]] as const
  })
  return { schema, microFrontends: Object.fromEntries(entries) }
}

type Placement = { readonly generation: number; readonly traffic: number; readonly isDefault: boolean }

function entryOf(
  release: RegistryRelease,
  fallback: RegistryRelease | undefined,
  { generation, traffic, isDefault }: Placement,
): Entry {
  const { id, version, path, entry, container } = release
  return {
    url: `${path}/${entry}`,
    ...(fallback ? { fallbackUrl: `${fallback.path}/${fallback.entry}` } : {}),
    metadata: { integrity: release.integrity[entry] ?? '', version },
    extras: {
      adcoin: { id, generation, styles: release.styles.map(file => `${path}/${file}`) },
      ...(container === undefined
        ? {}
        : { moduleFederation: { name: container, exposes: './door', manifest: `${path}/mf-manifest.json` } }),
    },
    deployment: { traffic, default: isDefault },
  }
}
