/** Adds an element to the page. @throws if the browser rejects its file */
export function appendElement(element: HTMLElement, attributes: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    Object.assign(element, { ...attributes, onload: resolve, onerror: reject })
    document.head.append(element)
  })
}
