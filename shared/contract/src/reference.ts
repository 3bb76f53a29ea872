/** An id that a person reads out to support: `WD-c23v-rsk1-1gqt-5sap`. `npm run ops` takes it in this form too. */
export function referenceText(prefix: string, id: string): string {
  return `${prefix}-${id.replaceAll(/.{4}(?=.)/g, '$&-')}`
}
