import { describe, expect, it } from 'vitest'
import { builtFixture } from '../../../tests/fixture-apps.ts'
import { refusedStyles } from '../../../tests/mistakes.ts'
import { refusalsOf } from '../../../tests/refusals-of.ts'

const own = '.team-0a1b2c3'
const withStyle = (css: string) => builtFixture('remote-team', { files: { 'styles.css': css, 'dot.png': 'x' } })

describe('a style with names or effects of the whole page is refused', () => {
  it.each(refusedStyles)('%j', (css, why) => {
    const found = refusalsOf(withStyle(css)).filter(({ rule }) => rule === 'styles-inside')
    expect(found.map(({ says }) => says).join('\n')).toContain(why)
    for (const { place } of found) expect(place).toContain('remote-team: styles.css')
  })
})

it('a refused style is named by its beginning', () => {
  const placesOf = (css: string) => refusalsOf(withStyle(css)).map(({ place }) => place)
  expect(placesOf('@keyframes spin{to{opacity:1}}')).toEqual(['remote-team: styles.css: @keyframes spin'])
  expect(placesOf(`.${'x'.repeat(200)}{margin:0}`)).toEqual([`remote-team: styles.css: .${'x'.repeat(79)}`])
})

describe('a style of its own passes', () => {
  it.each([
    `${own} h1,${own}:hover>b{margin:0}`,
    `@keyframes team-0a1b2c3{from{opacity:0}50%{opacity:1}to{opacity:1}}${own}{animation:team-0a1b2c3 1s}`,
    `@media (width>=600px) and print{${own}{display:none}}@supports selector(:has(a)){${own}{margin:0}}`,
    `${own}{color:red;&:hover{color:blue}& p+p{margin:0}}`,
    `[data-theme="dark"] ${own}{content:"}body{"}`,
    `${own}{position:absolute;z-index:1;--own:1px;width:calc(24px + var(--own,2px))}`,
    `${own}{background:url(dot.png),url("data:image/svg+xml,%3Csvg/%3E")}`,
    `${own} input::-webkit-slider-thumb{min-height:28px}`,
  ])('%j', css => expect(refusalsOf(withStyle(css))).toEqual([]))

  it('and the frame may be styled by the shell', () =>
    expect(refusalsOf(builtFixture('shell', { files: { 'styles.css': 'body{margin:0}' } }))).toEqual([]))
})
