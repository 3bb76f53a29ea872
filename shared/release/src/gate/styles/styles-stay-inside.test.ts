import { describe, expect, it } from 'vitest'
import { builtFixture } from '../../../tests/fixture-apps.ts'
import { refusalsOf } from '../../../tests/refusals-of.ts'

const own = '.team-0a1b2c3'
const withStyle = (css: string) => builtFixture('remote-team', { files: { 'styles.css': css, 'dot.png': 'x' } })

describe('a style that reaches out of its remote is refused', () => {
  const reaches = 'reaches elements outside this remote'
  const unread = 'the style cannot be read'
  const shared = 'its effect is not limited'
  const layer = 'a layer over the page'
  const front = 'in front of the bars'
  const made = 'no class that this build made'
  const kit = 'a class of @adcoin/ui'
  const may = 'not among what a remote may select'
  const file = 'no file of this release'
  it.each([
    // The bypasses that were found by trying.
    [`button:not(${own}){color:red}`, reaches],
    [`:is(${own},*){color:red}`, reaches],
    [`:has(${own}){color:red}`, reaches],
    [`${own}{:root &{color:red}}`, unread],
    [`${own}{&:hover{color:red};:root &{color:red}}`, unread],
    ['@import "/releases/other.css";', shared],
    ['.ac-button{color:red}', kit],
    [`${own}{content:"\\""}body{margin:0}${own}{content:"\\""}`, reaches],
    [`body:has(${own}) nav{display:none}`, reaches],
    ['.ac-row{background:red}', kit],
    [`${own}{position:fixed;inset:auto 0 0 0}`, layer],
    // Others: of selectors …
    [`${own} .ac-btn{color:red}`, kit],
    [`${own}~nav{display:none}`, reaches],
    [`${own}+*{display:none}`, reaches],
    [`${own}{&~nav{display:none}}`, reaches],
    [`${own}{+nav{display:none}}`, unread],
    [`:where(${own},nav){color:red}`, reaches],
    [`:not(:not(${own}))~*{color:red}`, reaches],
    [`:is(${own},${own} a)~nav{color:red}`, reaches],
    [`${own}:has(~ nav){color:red}`, 'what stands beside'],
    [`${own}:is(:has(+ nav)){color:red}`, 'what stands beside'],
    ['[class]{color:red}', 'finds classes of others'],
    [`${own} [class^="ac-btn"]{color:red}`, 'finds classes of others'],
    ['.team-page{color:red}', made],
    ['.team-0a1b2c3d{color:red}', made],
    ['.wallet-0a1b2c3{color:red}', made],
    [`.sidebar ${own}{color:red}`, made],
    ['&{color:red}', reaches],
    [`:root,${own}{--brand:red}`, reaches],
    ['#root{color:red}', reaches],
    ['*|*{color:red}', 'names a namespace'],
    [':host{color:red}', may],
    [`${own}::part(tab){color:red}`, unread],
    ['::view-transition{display:none}', may],
    [`${own}::backdrop{background:red}`, may],
    [':fullscreen{color:red}', may],
    // … of at-rules, in which a rule may hide, or which name something for everybody …
    ['@media print{nav{display:none}}', reaches],
    ['@container(min-width:1px){body{margin:0}}', reaches],
    ['@supports(display:grid){@media print{body{margin:0}}}', reaches],
    ['@starting-style{body{opacity:0}}', reaches],
    [`@layer ac.components{${own}{color:red}}`, shared],
    ['@layer ac.tokens,mine,ac.components;', shared],
    ['@scope(body) to (main){nav{display:none}}', shared],
    ['@font-face{font-family:Inter;src:url(dot.png)}', shared],
    ['@property --ac-accent{syntax:"*";inherits:false}', shared],
    ['@view-transition{navigation:auto}', shared],
    ['@counter-style decimal{system:fixed;symbols:x}', shared],
    ['@namespace svg url(http://www.w3.org/2000/svg);', shared],
    ['@page{margin:0}', shared],
    ['@keyframes ac-turn{to{opacity:0}}', 'one name for the whole page'],
    ['@keyframes "ac-turn"{to{opacity:0}}', 'one name for the whole page'],
    // … of texts that browsers read otherwise …
    [`@charset "utf-16";${own}{color:red}`, shared],
    [`\uFEFF${own}{color:red}`, unread],
    [`${own}\u0000{color:red}`, unread],
    [`.\\74 eam-0a1b2c3{color:red}`, unread],
    [`${own}{p\\6fsition:f\\69xed}`, unread],
    [`${own}{color:red}}body{margin:0}`, unread],
    [`${own}{color:red`, unread],
    [`@media print{${own}{color:red}`, unread],
    [`${own}{width:calc(1px + 2px}body{margin:0}`, unread],
    [`${own}{content:"x\n}body{margin:0}"}`, unread],
    [`<!--body{margin:0}-->`, unread],
    [`${own}{background:url(a b)}body{margin:0}`, unread],
    [`${own}{color:red;b{margin:0}}`, unread],
    // … and of values.
    [`${own}{POSITION:Fixed}`, layer],
    [`${own}{position:sticky;top:0}`, layer],
    [`${own}{--where:fixed;position:var(--where)}`, layer],
    [`@media print{${own}{position:fixed}}`, layer],
    [`${own}{&:hover{position:fixed}}`, layer],
    [`@keyframes team-0a1b2c3{to{position:fixed}}`, layer],
    [`${own}{position:absolute;z-index:99}`, front],
    [`${own}{position:absolute;z-index:calc(5*5)}`, front],
    [`${own}{position:absolute;z-index:var(--ac-z-toast)}`, front],
    [`${own}{--ac-accent:red}`, 'tokens belong to'],
    [`${own}{view-transition-name:root}`, 'beyond the element'],
    [`${own}{all:inherit}`, 'beyond the element'],
    [`${own}{background:url(https://evil.example/x.png)}`, file],
    [`${own}{background:url("//evil.example/x.png")}`, file],
    [`${own}{background:url(/\\evil.example)}`, unread],
    [`${own}{background:url(../../shell/x.png)}`, file],
    [`${own}{background:url(data:text/html,x)}`, file],
    [`${own}{--picture:url(https://evil.example/x.png);background:var(--picture)}`, file],
    [`${own}{background:image-set("https://evil.example/x.png" 1x)}`, file],
    [`${own}{background:-webkit-image-set("//evil.example" 1x)}`, file],
    [`${own}{background:src("//evil.example")}`, file],
  ])('%j', (css, why) => {
    const found = refusalsOf(withStyle(css))
    expect(found.map(({ rule }) => rule)).toContain('styles-inside')
    expect(found.map(({ says }) => says).join('\n')).toContain(why)
    for (const { place } of found) expect(place).toContain('remote-team: styles.css')
  })

  it('also where its bytes are another text to a browser', () => {
    const built = withStyle(`${own}{color:red}`)
    const bytes = Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from('body{margin:0}', 'utf16le')])
    const entries = built.entries.map(entry => (entry.path === 'styles.css' ? { ...entry, bytes } : entry))
    expect(refusalsOf({ ...built, entries }).map(({ says }) => says)).toEqual([expect.stringContaining(unread)])
  })
})

describe('a style of its own passes', () => {
  it.each([
    '',
    `${own}{color:red}`,
    `${own} h1,${own}:hover>b{margin:0}`,
    `${own}>li:before{content:counter(step)}${own}>:first-child+*{margin:0}`,
    `${own} a~b{margin:0}`,
    `${own}:not(:hover):has(>img){margin:0}`,
    `:is(${own},.team-fffffff)>p{margin:0}`,
    `a${own}:nth-child(2n + 1 of .team-fffffff)::before{margin:0}`,
    `@keyframes team-0a1b2c3{from{opacity:0}50%{opacity:1}to{opacity:1}}${own}{animation:team-0a1b2c3 1s}`,
    `@media (width>=600px) and print{${own}{display:none}}`,
    `@supports selector(:has(a)){${own}{margin:0}}`,
    `@container card (min-width:1px){${own}{margin:0}}`,
    `${own}{color:red;&:hover{color:blue}& p+p{margin:0}}`,
    `[data-theme="dark"] ${own}{color:red}`,
    `:root[data-theme=dark] ${own}{color:red}`,
    `${own}{content:"}body{"}`,
    `${own}{content:"\\201c"}`,
    `${own}{position:absolute;z-index:1;inset:0;margin:-8px -14px}`,
    `${own}{--own:1px;width:calc(24px + var(--own,2px));aspect-ratio:1}`,
    `${own}{background:url(dot.png),url("data:image/svg+xml,%3Csvg/%3E")}`,
    `${own} input::-webkit-slider-thumb{min-height:28px}`,
  ])('%j', css => expect(refusalsOf(withStyle(css))).toEqual([]))

  it('and the frame may be styled by the shell', () =>
    expect(refusalsOf(builtFixture('shell', { files: { 'styles.css': 'body{margin:0}' } }))).toEqual([]))
})
