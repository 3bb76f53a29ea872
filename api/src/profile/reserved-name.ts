import { rectifyConfusion } from 'unicode-confusables'

/** Reserved words: a name that contains one of them is ours alone. */
const words = [
  'admin',
  'administrator',
  'administrador',
  'moderator',
  'moderador',
  'support',
  'soporte',
  'suporte',
  'official',
  'oficial',
  'एडमिन',
  'सहायता',
]
/** Reserved as a whole name, though common as a word. */
const whole = ['help', 'helpdesk', 'system', 'root', 'staff', 'security', 'service', 'customerservice', 'team', 'bank']
/** Reserved everywhere in a name: languages without spaces between words, and our own name. */
const parts = ['adcoin', '客服', '官方', '管理員', '管理员']

/**
 * Whether a name looks like one of ours. Compared as people see it: letters of other scripts that look alike (Unicode's
 * table of confusables, UTS 39), accents, width, case, digits used as letters and spaces between letters are ignored.
 */
export function isReservedName(name: string): boolean {
  // Capitals look like other letters than small ones do.
  return [name, name.toLowerCase()].some(spelled => hasReservedShape(shapeOf(spelled)))
}

function hasReservedShape(shape: string): boolean {
  const tokens = shape.split(/[^\p{L}\p{M}]+/u)
  const joined = tokens.join('')
  return (
    shapes.parts.some(part => joined.includes(part)) ||
    shapes.words.some(word => tokens.includes(word) || joined === word) ||
    shapes.whole.includes(joined)
  )
}

/** Additions to the table, and entries that it has in the other direction. */
const folds = [
  [/rn/g, 'm'],
  [/[1l|!ı]/g, 'i'],
  [/0/g, 'o'],
  [/[пπ]/g, 'n'],
  [/[5$]/g, 's'],
  [/3/g, 'e'],
  [/[4@]/g, 'a'],
] as const

const shapes = { words: words.map(shapeOf), whole: whole.map(shapeOf), parts: parts.map(shapeOf) }

function shapeOf(text: string): string {
  const seen = rectifyConfusion(withoutAccents(text.normalize('NFKC')))
  return folds.reduce(
    (shape, [from, to]) => shape.replace(from, to),
    withoutAccents(seen.normalize('NFKC')).toLowerCase(),
  )
}

function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replace(/(?<=[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}])\p{M}+/gu, '')
    .normalize('NFC')
}
