/**
 * Resolves when the shell's own style sheets apply. The boot script adds them without holding the first paint back, and
 * takes away one that cannot be had.
 */
export async function sheetsApply(page: Document): Promise<void> {
  const links = [...page.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]:not([data-release])')]
  await Promise.all(
    links.map(
      link =>
        link.sheet ??
        new Promise(settled => {
          link.addEventListener('load', settled)
          link.addEventListener('error', settled)
        }),
    ),
  )
}
