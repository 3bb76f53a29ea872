export type PageLink = { rel: string; href: string; integrity?: string | undefined; as?: 'style' | 'fetch' }

export function addLink({ rel, href, integrity, as }: PageLink): HTMLLinkElement {
  const link = document.createElement('link')
  link.rel = rel
  if (as) link.as = as
  // The loader's own request then uses this answer.
  if (as === 'fetch') link.crossOrigin = 'anonymous'
  if (integrity) link.setAttribute('integrity', integrity)
  link.href = href
  document.head.appendChild(link)
  return link
}
