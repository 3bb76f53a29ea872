import { describe, expect, it } from 'vitest'
import { extractCriticalStyles } from './critical-styles.ts'

const of = (sheet: string, markup = '<main class="card"><p aria-current="page">x</p></main>') =>
  extractCriticalStyles([sheet], [markup])

describe('the styles in the page', () => {
  it.each([
    ['.card{margin:0}.other{margin:1px}', '.card{margin:0}'],
    ['main,footer{margin:0}', 'main{margin:0}'],
    ['.card>p,.card>.other{margin:0}', '.card>p{margin:0}'],
    ['.card:not(.other){margin:0}', '.card:not(.other){margin:0}'],
    ['.card:has(.other){margin:0}', ''],
    [':is(.card,.other){margin:0}', ':is(.card,.other){margin:0}'],
    ['.card:hover{margin:0}', ''],
    ['[aria-current=page]{margin:0}[aria-busy]{margin:0}', '[aria-current=page]{margin:0}'],
    [
      ':root[data-theme=dark]{color:red}:root:lang(hi){color:red}',
      ':root[data-theme=dark]{color:red}:root:lang(hi){color:red}',
    ],
    ['@media print{p{margin:0}}@media (width>1px){p{margin:0}.other{margin:0}}', '@media (width>1px){p{margin:0}}'],
    ['@media (width>1px){.other{margin:0}}', ''],
    ['.card .ac-amt__d{margin:0}.ac-amt--in{margin:0}', '.card .ac-amt__d{margin:0}.ac-amt--in{margin:0}'],
  ])('of %j are %j', (sheet, kept) => expect(of(sheet)).toBe(kept))

  it('keep layers in their order, and no property or animation that nothing uses', () => {
    const sheet =
      '@layer a,b;@layer a{:root{--one:1px;--two:var(--one);--three:3px}}' +
      '@layer b{p{margin:var(--two);animation:turn 1s}@keyframes turn{to{opacity:0}}@keyframes wait{to{opacity:1}}}'
    expect(of(sheet)).toBe(
      '@layer a,b;@layer a{:root{--one:1px;--two:var(--one)}}' +
        '@layer b{p{margin:var(--two);animation:turn 1s}@keyframes turn{to{opacity:0}}}',
    )
  })

  it('are none where nothing is prerendered', () => expect(extractCriticalStyles(['p{margin:0}'], [])).toBe(''))
})
