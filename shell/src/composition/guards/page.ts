import { releaseInStack } from '../runtime-failures.ts'

export type PageKeeper = { stop: () => void }

/**
 * Attributes of the elements around the areas that no area may change; the shell itself changes only `lang` and its own
 * `data-` attributes there.
 */
const kept = ['inert', 'hidden', 'style', 'class', 'dir', 'contenteditable', 'aria-hidden', 'tabindex'] as const
/**
 * Repairs per second. A remote that answers each repair with the same change would hang the page: beyond this number
 * its change stays.
 */
const repairsAllowed = 50
const adding = [
  'append',
  'prepend',
  'appendChild',
  'insertBefore',
  'insertAdjacentElement',
  'replaceChild',
  'before',
  'after',
] as const

/**
 * The page around the areas belongs to the shell. Elements that a remote adds there are removed; attributes, style
 * sheets and a root that it removes are restored, before the next paint. A covered or inert page would trap the person.
 *
 * @param report  called with the repair, in words for operators; `release` if the call stack names one
 */
export function keepPage(
  page: Document,
  root: HTMLElement,
  report: (what: string, release?: string) => void,
): PageKeeper {
  const { documentElement, head, body } = page
  const attributes = keepAttributes([documentElement, body, root])
  const children = childrenKeeper(page, root)
  let repairs = 0

  const observer = new MutationObserver(records => {
    if (repairs > repairsAllowed) return
    const lines = [...attributes(), ...records.flatMap(children)]
    observer.takeRecords()
    if (lines.length === 0) return
    repairs++
    setTimeout(() => {
      repairs = 0
    }, 1_000)
    for (const what of new Set(lines)) report(what)
  })

  const undo = [documentElement, head, body, root].map(element => watchAdding(element, report))
  undo.push(keepSheets(page, report), keepDocument(page, report))
  observer.observe(page, { childList: true })
  observer.observe(documentElement, { attributes: true, attributeFilter: [...kept], childList: true })
  observer.observe(head, { childList: true })
  for (const element of [body, root])
    observer.observe(element, { attributes: true, attributeFilter: [...kept], childList: true })
  return {
    stop() {
      observer.disconnect()
      for (const step of undo) step()
    },
  }
}

/** @returns puts removed elements of the shell back, and names them */
function childrenKeeper(page: Document, root: HTMLElement): (record: MutationRecord) => string[] {
  const { documentElement, head, body } = page
  return children

  function children({ target, removedNodes }: MutationRecord): string[] {
    if (target === root) return emptied(removedNodes)
    if (target === page || target === documentElement) return putBack(removedNodes)
    return [...removedNodes].flatMap(node => {
      const isOurs =
        node === root ||
        (node instanceof HTMLLinkElement && node.rel === 'stylesheet' && node.dataset['release'] === undefined)
      if (!isOurs || node.isConnected) return []
      ;(node === root ? body : head).append(node)
      return [`${nameOf(node)} was taken away`]
    })
  }

  /** `<html>`, `<head>` and `<body>` go back where they were. */
  function putBack(removed: NodeList): string[] {
    return [...removed].flatMap(node => {
      if ((node !== documentElement && node !== head && node !== body) || node.isConnected) return []
      if (node === documentElement) page.append(node)
      else documentElement.append(node)
      return [`${nameOf(node)} was taken away`]
    })
  }

  /** React takes parts of its root away, never all of it. */
  function emptied(removed: NodeList): string[] {
    if (root.childElementCount > 0) return []
    root.append(...removed)
    return ['what stands in the root was taken away']
  }
}

/** @returns restores the first values of these elements and returns the names of the restored ones */
function keepAttributes(around: readonly HTMLElement[]): () => string[] {
  const wanted = around.map(element => kept.map(name => [element, name, element.getAttribute(name)] as const)).flat()
  return () =>
    wanted.flatMap(([element, name, value]) => {
      if (element.getAttribute(name) === value) return []
      if (value === null) element.removeAttribute(name)
      else element.setAttribute(name, value)
      return [`${name} on ${nameOf(element)}`]
    })
}

/**
 * Watches these few elements, not the prototypes, because React's own work goes through the same functions. An element
 * that a release added stays for one microtask, which is enough to click an `<a download>`.
 */
function watchAdding(element: HTMLElement, report: (what: string, release: string) => void): () => void {
  for (const name of adding) {
    const real = element[name] as (...given: unknown[]) => unknown
    Object.defineProperty(element, name, {
      configurable: true,
      writable: true,
      value(...given: unknown[]) {
        const release = releaseInStack()
        const added = release === undefined ? [] : given.filter(isForeign)
        const result = real.apply(element, given)
        if (release !== undefined)
          queueMicrotask(() => {
            for (const each of added as Element[]) {
              each.remove()
              report(`<${each.localName}> in ${nameOf(element)}`, release)
            }
          })
        return result
      },
    })
  }
  return () => {
    for (const name of adding) Reflect.deleteProperty(element, name)
  }
}

/** The files of a release's own parts come this way as well; from elsewhere the page's policy lets none in. */
function isForeign(value: unknown): boolean {
  return (
    value instanceof Element &&
    !value.isConnected &&
    !(value instanceof HTMLLinkElement) &&
    !(value instanceof HTMLScriptElement)
  )
}

/** An adopted style sheet would style the screens of every area; neither the shell nor @adcoin/ui adopts any. */
function keepSheets(page: Document, report: (what: string, release?: string) => void): () => void {
  Object.defineProperty(page, 'adoptedStyleSheets', {
    configurable: true,
    get: () => [],
    set: () => report('adopted style sheets', releaseInStack()),
  })
  return () => Reflect.deleteProperty(page, 'adoptedStyleSheets')
}

/** `document.open`, `write` and `writeln` would take the whole document away, for good: they do nothing. */
function keepDocument(page: Document, report: (what: string, release?: string) => void): () => void {
  const wiping = ['open', 'write', 'writeln'] as const
  for (const name of wiping)
    Object.defineProperty(page, name, {
      configurable: true,
      value() {
        report(`document.${name}()`, releaseInStack())
        return page
      },
    })
  return () => {
    for (const name of wiping) Reflect.deleteProperty(page, name)
  }
}

function nameOf(node: Node): string {
  return node instanceof HTMLElement && node.id === 'root' ? 'the root' : `<${node.nodeName.toLowerCase()}>`
}
