import { describe, expect, it } from 'vitest'
import { builtFixture } from '../../tests/fixture-apps.ts'
import { refusedScripts } from '../../tests/mistakes.ts'
import { refusalsOf } from '../../tests/refusals-of.ts'

const refusalsFor = (script: string) =>
  refusalsOf(builtFixture('remote-team', { files: { 'page-0.js': script } })).map(({ rule, place, says, remedy }) => {
    expect(place).toMatch(/^remote-team: page-0\.js:\d+:\d+: ./)
    expect(remedy).not.toBe('')
    return `${rule}: ${says}`
  })

describe.each(Object.entries(refusedScripts))('%s: a script is refused with', (rule, scripts) => {
  it.each(scripts)('%s', script => {
    expect(refusalsFor(script).map(each => each.split(':')[0])).toContain(rule)
  })
})

describe('a script passes with', () => {
  it.each([
    'window.addEventListener("resize",f);window.innerWidth;typeof window<"u"&&window.scrollTo(0,0)',
    'window.ourHook=f;delete window.ourHook',
    'const {innerWidth:w,innerHeight:h}=window',
    'location.href;location.pathname==="/x";const {origin:o}=location;new URL(x,location.origin)',
    'document.createElement("canvas");document.title;document.body;document.querySelector("h1")',
    'setTimeout(()=>f(),9);setTimeout(f,9);setInterval(o.f,9)',
    'fetch("/app/x");fetch("./x.json");fetch(new URL("./"+name,import.meta.url))',
    'let o;import(o="./"+l.u(e)).catch(()=>fetch(new URL(o,import.meta.url))).then(()=>import(o))',
    'import"./shared.js";import("./"+n+".js")',
    'x instanceof Function;typeof Function;Function.toString.call(f)',
    'd.constructor===Symbol;({}).constructor;new this.constructor(x);"constructor"!==n',
    'navigator.share({});navigator.clipboard.writeText(x);navigator.onLine',
    'dialog.open();x.location.href=y;store.write(x);list.replace(a,b);row.document;y.fetch(z)',
    'const open=()=>{};open();function eval2(){}const {location}=useRouter();location.pathname',
    'const fetch=make();fetch(anything);function f(document){document.open()}',
    'el.top;({parent:1,self:2});let top=1;use(top)',
  ])('%s', script => expect(refusalsFor(script)).toEqual([]))
})

describe('what operators have signed for', () => {
  const built = builtFixture('remote-team', { files: { 'page-0.js': 'location.reload();\nlocation.assign("/x")' } })
  const rulesOf = (places: number, app = 'remote-team') =>
    refusalsOf({ ...built, app }, { 'location-stays': { places, why: 'So it is.' } }).map(
      ({ place, says }) => `${place.split(': ')[1]} ${says}`,
    )

  it('passes in as many places, and no more', () => {
    expect(rulesOf(2)).toEqual([])
    expect(rulesOf(1)).toEqual([
      'page-0.js:1:1 it loads another page by location.reload (2 places; operators allow 1)',
      'page-0.js:2:1 it loads another page by location.assign (2 places; operators allow 1)',
    ])
  })

  it('is named in the remedy, as the command that they would give', () => {
    const [refusal] = refusalsOf(built)
    expect(refusal?.remedy).toContain('release allow remote-team location-stays --places 2 --why')
  })

  it('opens no other rule', () => {
    const evil = builtFixture('remote-team', { files: { 'page-0.js': 'eval("1")' } })
    expect(
      refusalsOf(evil, { 'styles-inside': { places: 9, why: 'x' }, 'own-hosts': { places: 9, why: 'x' } }),
    ).toEqual([expect.objectContaining({ rule: 'no-evaluation' })])
  })
})
