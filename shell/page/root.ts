/** Marks what the page's scripts have put into the root. The shell's first render replaces all of it. */
export const prerendered = 'data-boot'

/** The root, while the shell has drawn nothing that can be read. */
export function findRootBeforeShell(): HTMLElement | null {
  const root = document.getElementById('root')
  const isOurs = root?.firstElementChild?.hasAttribute(prerendered) || !(root?.textContent || '').trim()
  return isOurs ? root : null
}

/** The root, while nothing is in it. */
export function findEmptyRoot(): HTMLElement | null {
  const root = findRootBeforeShell()
  return root?.firstElementChild ? null : root
}

/** Takes the root away from a shell that failed: whatever it still draws into it is not seen. */
export function renewRoot(): void {
  const root = document.getElementById('root')
  if (!root) return
  const fresh = root.cloneNode(false) as HTMLElement
  if (findRootBeforeShell()) fresh.append(...root.querySelectorAll(`:scope > [${prerendered}]`))
  root.replaceWith(fresh)
}
