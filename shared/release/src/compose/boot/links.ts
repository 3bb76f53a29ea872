import type { Link } from './early-files.ts'

export function addLink({ rel, href, integrity, as }: Link): HTMLLinkElement {
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

/** Fetches a file whole and compares its hash. @throws TypeError for other bytes, or none */
export function fetchWhole(href: string, integrity: string, cache: RequestCache = 'default'): Promise<Blob> {
  return fetch(href, { integrity, cache }).then(answer => answer.blob())
}

/** A cache would return wrong bytes again and again: one request past it repairs it. */
export function refetch(href: string, integrity: string): Promise<Blob> {
  return fetchWhole(href, integrity, 'reload')
}
