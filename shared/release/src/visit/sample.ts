import type { Shape } from '@adcoin/contract'

const texts = [
  '0',
  '1',
  'ADC',
  'MX',
  '+52',
  'text',
  '2026-01-01',
  '2026-01-01T00:00:00.000Z',
  'https://example.com/',
  '/files/1',
  'ANA00001',
  'a@example.com',
  '0000',
  '',
]

/**
 * A small answer of a shape, for a screen that only has to be drawn: lists of one, nothing where nothing is allowed.
 */
export function sampleOf(shape: Shape): unknown {
  switch (shape.kind) {
    case 'string':
      return texts.find(text => (shape.rules ?? []).every(rule => keeps(text, rule))) ?? ''
    case 'number':
      return 1
    case 'boolean':
      return false
    case 'one':
      return shape.of[0]
    case 'list':
      return [sampleOf(shape.item)]
    case 'map':
      return {}
    case 'either':
      return shape.shapes.some(({ kind }) => kind === 'null') ? null : sampleOf(shape.shapes[0] ?? { kind: 'null' })
    case 'object':
      return Object.fromEntries(
        Object.entries(shape.fields).map(([name, field]) => [name, name === 'has_more' ? false : sampleOf(field)]),
      )
    default:
      return null
  }
}

function keeps(text: string, rule: string): boolean {
  const [type = '', ...rest] = rule.split(' ')
  const requirement = rest.join(' ')
  if (type === 'min_length') return text.length >= Number(requirement)
  if (type === 'max_length') return text.length <= Number(requirement)
  const [, source = '', flags = ''] = /^\/(.*)\/([a-z]*)$/.exec(requirement) ?? []
  if (type === 'regex' && source !== '') return new RegExp(source, flags).test(text)
  return true
}
