import { describe, expect, it } from 'vitest'
import { builtFixture } from '../../../tests/fixture-apps.ts'
import { refusalsOf } from '../../../tests/refusals-of.ts'

const own = '.team-0a1b2c3'
const withStyle = (css: string) => builtFixture('remote-team', { files: { 'styles.css': css, 'dot.png': 'x' } })

describe('a style with names or effects of the whole page is refused', () => {
  const made = 'no class that this build made'
  const file = 'no file of this release'
  it.each([
    ['body{margin:0}', 'global'],
    [`:root,${own}{--brand:red}`, 'global'],
    ['@media print{nav{display:none}}', 'global'],
    ['.ac-button{color:red}', 'a class of @adcoin/ui'],
    [`${own} .ac-btn{color:red}`, 'a class of @adcoin/ui'],
    ['.team-page{color:red}', made],
    [`.sidebar ${own}{color:red}`, made],
    ['.wallet-0a1b2c3{color:red}', made],
    ['@import "/releases/other.css";', 'its effect is not limited'],
    [`@layer ac.components{${own}{color:red}}`, 'its effect is not limited'],
    ['@font-face{font-family:Inter;src:url(dot.png)}', 'its effect is not limited'],
    ['@keyframes ac-turn{to{opacity:0}}', 'one name for the whole page'],
    [`${own}{color:red;b{margin:0`, 'cannot be read'],
    [`${own}{--ac-accent:red}`, 'tokens belong to'],
    [`${own}{all:inherit}`, 'beyond the element'],
    [`${own}{background:url(https://evil.example/x.png)}`, file],
    [`${own}{--picture:url(//evil.example/x.png);background:var(--picture)}`, file],
    [`${own}{background:image-set("https://evil.example/x.png" 1x)}`, file],
  ])('%j', (css, why) => {
    const found = refusalsOf(withStyle(css)).filter(({ rule }) => rule === 'styles-inside')
    expect(found.map(({ says }) => says).join('\n')).toContain(why)
    for (const { place } of found) expect(place).toContain('remote-team: styles.css')
  })
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
