const svg = (viewBox: string, rest: string, content: string) =>
  `<svg ${rest}viewBox="${viewBox}" aria-hidden="true">${content}</svg>`
const glyph = (circle: string) =>
  `<g fill="none" stroke="currentColor" stroke-width="5"><circle ${circle}cx="14.5" cy="16" r="10" />` +
  '<path d="M24.5 3.5v25" /></g>'
const coinGlyph = svg('1 3 27 26', '', glyph(''))

const bone = (part: string) => `<span class="ac-sk ac-sk--${part}"></span>`
const row =
  `<div class="ac-row">${bone('circle')}<span class="ac-row__b ac-skeleton__b">${bone('line')}${bone('note')}</span>` +
  `${bone('value')}</div>`
/** The inside of a skeleton of so many lines, by shape. */
const bones: Readonly<Record<string, (lines: number) => string>> = {
  amount: () => bone('amount') + bone('note'),
  card: lines => `<div class="ac-card ac-stack ac-stack--3">${bone('line').repeat(lines)}</div>`,
  circle: () => bone('circle'),
  rows: lines => `<div class="ac-list">${row.repeat(lines)}</div>`,
  text: lines => bone('line').repeat(lines),
}
const coin = (path: string, format = 'coin', size = '') =>
  `<span class="ac-amt${size === '' ? '' : ` ac-amt--${size}`}">${coinGlyph}` +
  `<span data-slot="${path}" data-as="${format}"></span><span class="ac-sr"> Ad Coin</span></span>`

const parts: Readonly<Record<string, (...words: readonly string[]) => string | undefined>> = {
  icon: () => svg('0 0 24 24', 'class="ac-i" ', ''),
  logo: () => `<span class="ac-logo">${svg('0 0 32 32', 'width="28" height="28" ', glyph('class="a" '))}Ad Coin</span>`,
  bones: (shape = '', lines = '1') => bones[shape]?.(Number(lines)),
  skeleton: (shape = '', lines = '1') => {
    const inside = bones[shape]?.(Number(lines))
    return inside && `<div class="ac-skeleton ac-skeleton--${shape}" aria-hidden="true">${inside}</div>`
  },
  coin,
}

/**
 * A part of a fragment as `@adcoin/ui` draws it on every screen: `icon` (its place), `logo`, `skeleton rows 3` (or
 * `amount`, `card`, `circle`, `text`), `bones text 11` (a skeleton's inside), `coin reward`, `coin amount signedCoin`,
 * `coin amount coin big` (an amount with its slot).
 *
 * @returns undefined for one that there is not
 */
export function fragmentPart(written: string): string | undefined {
  const [name = '', ...words] = written.trim().split(' ')
  return Object.hasOwn(parts, name) ? parts[name]?.(...words) : undefined
}

/** A fragment's source with its parts written out; places for texts stay. Lines of the source are no spaces. */
export function withParts(html: string): string {
  return html
    .replace(/\{\{\s*([\w ]+?)\s*\}\}/g, (whole, written: string) => fragmentPart(written) ?? whole)
    .replace(/>\s*\n\s*</g, '><')
}
