type Remote = { readonly app: string; readonly port: number; readonly path: string }

/**
 * The developer's next step to see a remote of the working tree inside a running product.
 *
 * @param product  its origin
 * @throws if no product answers, or if it allows no overrides
 */
export async function linkInto(product: string, { app, port, path }: Remote): Promise<readonly string[]> {
  const registry: unknown = await fetch(`${product}/registry.json`, { signal: AbortSignal.timeout(3_000) })
    .then(answer => (answer.ok ? answer.json() : undefined))
    .catch(() => undefined)
  if (typeof registry !== 'object' || registry === null || !('generation' in registry))
    throw new Error(`No product answers at ${product}. Start one with npm start, or say --in with its address.`)
  if (!('overrides' in registry) || registry.overrides !== true)
    throw new Error(
      `The product at ${product} lets nobody try what is not live. Allow it there: npm run release -- overrides on --why "…"`,
    )
  return [
    `Open ${product}${path}?use=${app}@http://localhost:${port}`,
    'The page asks once; the badge above the screen leaves again.',
  ]
}
