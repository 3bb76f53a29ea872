import { createTexts } from './index.ts'

const english = {
  title: 'Money',
  list: { empty: 'Nothing yet' },
  days_one: '{{count}} day',
  days_other: '{{count}} days',
}
const portuguese = { title: 'Dinheiro', list: { empty: 'Ainda nada' }, days_other: '{{count}} dias' }
const incomplete = { title: 'Dinero', days_other: '{{count}} días' }
const file =
  <Texts>(texts: Texts) =>
  () =>
    Promise.resolve({ default: texts })
const others = { zh_TW: file(portuguese), pt_PT: file(portuguese), hi_IN: file(portuguese), es_MX: file(portuguese) }

/** Never run: `tsc` proves that each marked line does not compile, and that the others do. */
export function checkTextTypes(): void {
  const { t } = createTexts('right', { ...others, en_US: file(english), es_ES: file(portuguese) })
  t('title')
  t('list.empty')
  t('days', { count: 2 })
  // @ts-expect-error  no such key
  t('tilte')
  // @ts-expect-error  a branch is no text
  t('list')
  // @ts-expect-error  the form is chosen by count
  t('days_one', { count: 1 })
  // @ts-expect-error  a value is text or number
  t('title', { name: {} })
  // @ts-expect-error  a key is missing in Spanish
  createTexts('wrong', { ...others, en_US: file(english), es_ES: file(incomplete) })
  // @ts-expect-error  a language is missing
  createTexts('wrong', { ...others, en_US: file(english) })
}
