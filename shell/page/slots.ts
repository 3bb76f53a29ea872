import { parseObject, readStored } from './block.ts'
import { findRootBeforeShell } from './root.ts'

type Reads = {
  readonly token: string
  readonly answers: Record<string, Promise<Response> | undefined>
  /** Answers that are complete: `http` takes them for the first render, without waiting. */
  readonly ready: Record<string, { readonly status: number; readonly bytes: ArrayBuffer; readonly header: Headers }>
}

/**
 * Shows the data of the prerendered screen before the shell's code is loaded. An element with `data-slots="0.list"` is
 * hidden behind the skeleton before it until read 0 of the route is answered. Then each `data-slot` inside gets the
 * value at its path in the format of `data-as`, and the skeleton is removed; for a list, once for each of its first
 * `data-most` items after `data-skip`. Nothing is shown unless all values of the element are valid: the shell draws the
 * rest. Where the person changes meanwhile, the values go.
 */
export function fillSlots(): void {
  const { adcoinReads: reads } = window as { adcoinReads?: Reads }
  if (!reads) return
  // The session may change in another tab, before an answer and after it.
  const isOurs = () => readStored('adcoin.token') === reads.token
  const clear = () => isOurs() || slotsInRoot().forEach(element => element.remove())
  for (const change of ['storage', 'pageshow']) addEventListener(change, clear)
  Object.entries(reads.answers).forEach(([address, answer], at) => {
    answer
      ?.then(async response => {
        const bytes = await response.clone().arrayBuffer()
        reads.ready[address] = { status: response.status, bytes, header: response.headers }
        const { code, data } = parseObject<{ code: number; data: object }>(new TextDecoder().decode(bytes))
        if (response.ok && code === 0 && isOurs()) fillElements(String(at), data)
      })
      .catch(() => 0)
  })
}

const slotsInRoot = () => [...(findRootBeforeShell()?.querySelectorAll<HTMLElement>('[data-slots]') || [])]

function fillElements(answered: string, data: unknown): void {
  for (const element of slotsInRoot()) {
    const { slots = '', most, skip, unless = '' } = element.dataset
    const [read, ...path] = slots.split('.')
    const row = element.firstElementChild
    if (read !== answered || !row) continue
    const value = readValue(data, path)
    // Pairs such as `review_status=2 exec_status=2`: an item with one of them is left out.
    const pairs = unless.split(' ').map(pair => pair.split('='))
    const isShown = (item: unknown) => pairs.every(([name = '', not]) => String(readValue(item, [name])) !== not)
    const items = Array.isArray(value) ? value.filter(isShown).splice(Number(skip) || 0, Number(most) || 1) : [value]
    const rows = items.map(() => row.cloneNode(true) as HTMLElement)
    if (items.length === 0 || !rows.every((each, nth) => fillRow(each, items[nth]))) continue
    element.previousElementSibling?.remove()
    element.replaceChildren(...rows)
    element.hidden = false
  }
}

/** @returns whether every slot of the row has its value */
function fillRow(row: HTMLElement, item: unknown): boolean {
  return [...row.querySelectorAll<HTMLElement>('[data-slot]')].every(slot => {
    const value = readValue(item, (slot.dataset.slot || '').split('.'))
    if (typeof value !== 'string' || !value) return false
    if (slot.dataset.as) return fillAmount(slot, value)
    slot.textContent = value
    return true
  })
}

function readValue(data: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) => (typeof value === 'object' && value ? (value as Record<string, unknown>)[name] : undefined),
    data,
  )
}

/** Whether the balance is hidden: the draft of `useHiddenBalance`, of any person of this browser. */
function isHidden(): boolean {
  return Object.keys(localStorage).some(
    key => /^adcoin\.draft\..*\.shell\.hiddenBalance@1$/.test(key) && readStored(key).includes('"value":true'),
  )
}

/**
 * Ad Coin as `Amount` of `@adcoin/ui` draws it: whole coins, and smaller decimals. The sign is before the glyph.
 *
 * @returns false for a value that the contract does not allow there
 */
function fillAmount(slot: HTMLElement, value: string): boolean {
  if (!/^-?\d{1,15}$/.test(value) || isHidden()) return false
  const digits = value.replace('-', '').padStart(3, '0')
  const two = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  const format = new Intl.NumberFormat(document.documentElement.lang, two)
  const text = format.format(`${digits.slice(0, -2)}.${digits.slice(-2)}` as `${number}`)
  const decimals = Object.assign(document.createElement('span'), {
    className: 'ac-amt__d',
    textContent: text.slice(-3),
  })
  slot.replaceChildren(text.slice(0, -3), decimals)
  const isIncome = slot.dataset.as === 'signedCoin' && !/^-|^0$/.test(value)
  const sign = value.startsWith('-') ? '−' : isIncome ? '+' : ''
  const around = slot.parentElement
  around?.style.setProperty('--len', String(text.length + sign.length))
  if (sign) around?.prepend(Object.assign(document.createElement('span'), { textContent: sign }))
  if (isIncome) around?.classList.add('ac-amt--in')
  return true
}
