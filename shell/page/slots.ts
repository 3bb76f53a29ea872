import { parsed, saved } from './block.ts'
import { rootBeforeShell } from './root.ts'

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
 * `data-most` items. Nothing is shown unless all values of the element are valid: the shell draws the rest. Where the
 * person changes meanwhile, the skeletons come back.
 */
export function fillSlots(): void {
  const { adcoinReads: reads } = window as { adcoinReads?: Reads }
  if (!reads) return
  // The session may change in another tab, before an answer and after it.
  const isOurs = () => saved('adcoin.token') === reads.token
  const empty = () => isOurs() || filled.splice(0).forEach(restore => restore())
  for (const change of ['storage', 'pageshow']) addEventListener(change, empty)
  Object.entries(reads.answers).forEach(([address, answer], at) => {
    answer
      ?.then(async response => {
        const bytes = await response.clone().arrayBuffer()
        reads.ready[address] = { status: response.status, bytes, header: response.headers }
        const { code, data } = parsed<{ code: number; data: object }>(new TextDecoder().decode(bytes))
        if (response.ok && code === 0 && isOurs()) fill(at, data)
      })
      .catch(() => 0)
  })
}

/** What brings the skeletons back, of the elements that show values. */
const filled: (() => void)[] = []

function fill(at: number, data: unknown): void {
  for (const element of rootBeforeShell()?.querySelectorAll<HTMLElement>('[data-slots]') || []) {
    const [read, ...path] = (element.dataset.slots || '').split('.')
    const value = valueAt(data, path)
    const row = element.firstElementChild
    if (read !== String(at) || !row) continue
    const most = Number(element.dataset.most) || 1
    const items = Array.isArray(value) ? value.filter(isShown(element.dataset.unless)).slice(0, most) : [value]
    const rows = items.map(() => row.cloneNode(true) as HTMLElement)
    if (items.length === 0 || !rows.every((each, nth) => fillRow(each, items[nth]))) continue
    const skeleton = element.previousElementSibling
    element.replaceChildren(...rows)
    element.hidden = false
    skeleton?.remove()
    filled.push(() => {
      element.replaceChildren(row)
      element.hidden = true
      if (skeleton) element.before(skeleton)
    })
  }
}

/** Whether an item of a list is shown, by pairs such as `review_status=2 exec_status=2`, none of which it may have. */
const isShown =
  (unless = '') =>
  (item: unknown) =>
    unless.split(' ').every(pair => {
      const [name = '', value] = pair.split('=')
      return value === undefined || String(valueAt(item, [name])) !== value
    })

/** @returns whether every slot of the row has its value */
function fillRow(row: HTMLElement, item: unknown): boolean {
  return [...row.querySelectorAll<HTMLElement>('[data-slot]')].every(slot => {
    const value = valueAt(item, (slot.dataset.slot || '').split('.'))
    const format = formats[slot.dataset.as || 'text']
    return format ? format(slot, value) : false
  })
}

function valueAt(data: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) => (typeof value === 'object' && value ? (value as Record<string, unknown>)[name] : undefined),
    data,
  )
}

/** Writes a value into its slot, as text only. @returns false for a value that the contract does not allow there */
type Format = (slot: HTMLElement, value: unknown) => boolean

/** Whether the balance is hidden: the draft of `useHiddenBalance`, of any person of this browser. */
function isHidden(): boolean {
  try {
    return Object.keys(localStorage).some(
      key => /^adcoin\.draft\..*\.shell\.hiddenBalance@1$/.test(key) && saved(key).includes('"value":true'),
    )
  } catch {
    return false
  }
}

/** Ad Coin as `Amount` of `@adcoin/ui` draws it: whole coins, and smaller decimals. The sign is before the glyph. */
const amount =
  (isSigned: boolean): Format =>
  (slot, value) => {
    if (typeof value !== 'string' || !/^-?\d{1,15}$/.test(value) || isHidden()) return false
    const isExpense = value.startsWith('-')
    const digits = value.replace('-', '').padStart(3, '0')
    const two = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
    const format = new Intl.NumberFormat(document.documentElement.lang, two)
    const text = format.format(`${digits.slice(0, -2)}.${digits.slice(-2)}` as `${number}`)
    const decimals = document.createElement('span')
    decimals.className = 'ac-amt__d'
    decimals.textContent = text.slice(-3)
    slot.replaceChildren(text.slice(0, -3), decimals)
    const around = slot.parentElement
    const sign = isExpense ? '−' : isSigned && value !== '0' ? '+' : ''
    around?.style.setProperty('--len', String(text.length + sign.length))
    if (sign) around?.prepend(Object.assign(document.createElement('span'), { textContent: sign }))
    if (sign === '+') around?.classList.add('ac-amt--in')
    return true
  }

/** The values of `data-as`, as in `shared/preset/src/material/slots.ts`. */
const formats: Readonly<Record<string, Format | undefined>> = {
  text(slot, value) {
    slot.textContent = typeof value === 'string' ? value : ''
    return slot.textContent !== ''
  },
  coin: amount(false),
  signedCoin: amount(true),
}
