/**
 * The table of mistakes that a careless team may make in a remote, and how each is found by the visit before it is live
 * (`e2e/journeys/release-gate.spec.ts`) or contained in the page (`e2e/faults/strange-remote.spec.ts`).
 */

/** Refused by the visit: code of the entry, and what is found. */
export const leftBehind: readonly (readonly [says: string, code: string, finds: string])[] = [
  ['a global', 'globalThis.leak=1', 'window.leak'],
  ['a changed native', '{const soon=queueMicrotask;window.queueMicrotask=run=>soon(run)}', 'window.queueMicrotask'],
  ['a changed prototype', 'Array.prototype.last=function(){}', 'Array.prototype.last'],
  [
    'a timeout that starts itself again',
    '(function again(){setTimeout(again,400)})()',
    'it still runs after its screens: timeout',
  ],
  ['a timer', 'setInterval(()=>{},1000)', 'interval'],
  ['a listener', "addEventListener('resize',()=>{})", 'resize listener'],
  ['a listener on the body', "document.body.addEventListener('click',()=>{})", 'click listener'],
  ['a changed date', 'Date.prototype.getDay=()=>3', 'Date.prototype.getDay'],
  ['a changed parser', '{const{parse}=JSON;JSON.parse=(...given)=>parse(...given)}', 'JSON.parse'],
  [
    'a changed history',
    '{const{pushState}=history;history.pushState=(...given)=>pushState.apply(history,given)}',
    'history.pushState',
  ],
  ['the same key for every call', 'crypto.randomUUID=()=>"00000000-0000-4000-8000-000000000000"', 'crypto.randomUUID'],
  ['a turned document', 'document.documentElement.dir="rtl"', 'dir on <html>'],
  ['an inert page', 'document.body.inert=true', 'inert on <body>'],
  ['an adopted style sheet', 'document.adoptedStyleSheets=[new CSSStyleSheet()]', 'adopted style sheets'],
  [
    'a rule in a shared style sheet',
    '[...document.styleSheets].find(each=>each.href).insertRule("nav{display:none!important}")',
    'a shared style sheet',
  ],
  ['long work', 'setInterval(()=>{for(let i=0;i<3e8;i++);},1000)', 'longtask'],
  ['a scroll lock', "document.body.style.overflow='hidden'", 'style on <body>'],
  ['an element', "document.body.append(document.createElement('aside'))", '<aside> in <body>'],
  ['a request every 100 ms', 'setInterval(()=>fetch("/app/languages"),100)', 'in 30 s without any input'],
  [
    'a button that throws',
    'addEventListener("click",()=>{throw new Error("pressed")},{capture:true,once:true})',
    'Error: pressed',
  ],
]

/**
 * Code that runs in the page of a release that passed: once after the first screen, or at each drawing; with what is
 * reported or found of it.
 */
type PageFault = readonly [says: string, when: 'onceShown' | 'eachDraw', code: string, finds?: string]

/** Keeps the page at work, so that nothing else gets its turn. */
export const endless: PageFault = [
  'sets its state in each effect',
  'eachDraw',
  'const r=Object.values(__FEDERATION__.__INSTANCES__[0].shareScopeMap.default.react)[0].lib();const [n,set]=r.useState(0);r.useEffect(()=>set(n+1))',
  'works without an idle moment',
]

/** Ends a visit at once, after the first screen or at each drawing. */
export const unusable: readonly PageFault[] = [
  ['takes the document away', 'onceShown', 'document.documentElement.replaceChildren()', '<body> was removed'],
  ['opens the document again', 'onceShown', 'document.open();document.close()', '<html> was removed'],
  endless,
]

/** Bounded by the page: the rest of it goes on. */
export const bounded: readonly PageFault[] = [
  ['replaces the state of the history', 'onceShown', 'history.replaceState({mine:1},"")'],
  ['stops the page', 'onceShown', 'stop()'],
  [
    'lays its own heading over the whole page',
    'onceShown',
    'document.querySelector("[data-area=remote-team] h1").style.cssText="position:fixed;inset:-9999px;z-index:99999;background:red"',
  ],
  [
    'throws as it goes away',
    'eachDraw',
    'Object.values(__FEDERATION__.__INSTANCES__[0].shareScopeMap.default.react)[0].lib().useEffect(()=>()=>{throw new Error("mine")},[])',
  ],
  ['floods the console', 'onceShown', 'for(let i=0;i<20000;i++)console.log("flood",i)'],
  [
    'holds the page in long pieces',
    'onceShown',
    'let n=0;const hold=()=>{const end=performance.now()+200;while(performance.now()<end);if(++n<30)setTimeout(hold,20)};hold()',
  ],
  [
    'fills the storage',
    'onceShown',
    'try{for(let i=0;i<60;i++)localStorage.setItem("mine"+i,"x".repeat(200000))}catch{}',
  ],
  [
    'takes the focus again and again',
    'onceShown',
    'setInterval(()=>document.querySelector("[data-area=remote-team] h1")?.focus(),20)',
  ],
  ['asks 200 times at once', 'onceShown', 'for(let i=0;i<200;i++)fetch("/registry.json?"+i).catch(()=>{})'],
  ['stops every click', 'onceShown', 'addEventListener("click",e=>e.stopPropagation(),true)'],
  [
    'swallows every error of the page',
    'onceShown',
    'window.onerror=()=>true;window.onunhandledrejection=e=>e.preventDefault()',
  ],
  [
    'gives the document another base',
    'onceShown',
    'const b=document.createElement("base");b.href="/mine/";document.head.prepend(b)',
  ],
  [
    'appends a style element',
    'onceShown',
    'const s=document.createElement("style");s.textContent="main{display:none!important}";document.head.append(s)',
  ],
  [
    'forbids to zoom',
    'onceShown',
    'document.querySelector("meta[name=viewport]").content="width=3000,user-scalable=no"',
  ],
  [
    'takes the theme away',
    'onceShown',
    'document.documentElement.dataset.theme="mine";document.documentElement.className="mine"',
  ],
  ['scrolls again and again', 'onceShown', 'setInterval(()=>scrollTo(0,0),16)'],
  ['starts 50,000 timeouts', 'onceShown', 'for(let i=0;i<50000;i++)setTimeout(()=>{},i%500)'],
  ['keeps 20 MB for each visit', 'onceShown', '(globalThis.hasBegun.kept??=[]).push?.(new Uint8Array(2e7))'],
  ['asks the service every 20 ms', 'onceShown', 'setInterval(()=>fetch("/app/languages").catch(()=>{}),20)'],
  ['opens dialogs of the browser', 'onceShown', 'alert("mine");confirm("mine")'],
  ['goes elsewhere in the history', 'onceShown', 'history.pushState({},"","/mine")'],
  [
    'asks to be let in again and again',
    'onceShown',
    'for(let i=0;i<50;i++)dispatchEvent(new PopStateEvent("popstate"))',
  ],
  [
    'presses every key',
    'onceShown',
    'setInterval(()=>document.dispatchEvent(new KeyboardEvent("keydown",{key:"Escape",bubbles:true})),50)',
  ],
  ['reports that the network is offline', 'onceShown', 'dispatchEvent(new Event("offline"))'],
  [
    'draws 30,000 elements in its area',
    'onceShown',
    'const a=document.querySelector("[data-area=remote-team] h1").parentElement;for(let i=0;i<30000;i++)a.append(document.createElement("i"))',
  ],
]

/** No screen at all: the previous release takes its place. */
export const replaced: readonly PageFault[] = [
  ['waits for ever as it is drawn', 'eachDraw', 'throw new Promise(()=>{})', 'nothing was drawn'],
  ['throws what cannot be read', 'eachDraw', 'throw {get message(){throw 1},toString(){throw 2}}', 'unreadable'],
  ['draws itself without end', 'eachDraw', 'throw new Error("Too many re-renders")', 'Too many re-renders'],
]
