/**
 * Resolves when the shell's own style sheets apply. The boot script adds them without holding the first paint back,
 * asks once more for one that was refused, and takes away one that cannot be had.
 */
export async function sheetsApply(page: Document): Promise<void> {
  const links = [...page.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]:not([data-release])')]
  const open = links.filter(link => !link.sheet)
  if (open.length === 0) return
  await Promise.all(
    open.map(
      link =>
        new Promise(settled => {
          link.addEventListener('load', settled)
          link.addEventListener('error', settled)
        }),
    ),
  )
  // Another link may have replaced a rejected one.
  await sheetsApply(page)
}
