/**
 * The table of mistakes that a careless team may make in a remote, and how each is found by the visit before it is live
 * (`e2e/journeys/release-gate.spec.ts`) or contained in the page (`e2e/faults/strange-remote.spec.ts`).
 */

/** Refused by the visit: code of the entry, and a text of the refusal. */
export const leftBehind: readonly (readonly [mistake: string, code: string, refusal: string])[] = [
  ['a changed native', '{const soon=queueMicrotask;window.queueMicrotask=run=>soon(run)}', 'window.queueMicrotask'],
  ['a changed prototype', 'Array.prototype.last=function(){}', 'Array.prototype.last'],
  [
    'a timeout that starts itself again',
    '(function again(){setTimeout(again,400)})()',
    'it still runs after its screens: timeout',
  ],
  ['a timer', 'setInterval(()=>{},1000)', 'interval'],
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
  [
    'a banner',
    '{const banner=document.createElement("aside");banner.textContent="mine";banner.style="position:fixed;top:0";document.body.append(banner)}',
    'behind: <aside>',
  ],
  [
    'a style for others',
    '{const style=document.createElement("style");document.head.append(style);style.sheet.insertRule("nav{color:red}")}',
    'a <style> for nav',
  ],
  [
    'a style as text',
    'document.head.append(Object.assign(document.createElement("style"),{textContent:"i{}"}))',
    'blocked it: style',
  ],
  ['a focus that nothing gets', 'HTMLElement.prototype.focus=()=>{}', 'HTMLElement.prototype.focus'],
  ['a request every 100 ms', 'setInterval(()=>fetch("/app/languages"),100)', 'in 30 s without any input'],
  [
    'a button that throws',
    'addEventListener("click",()=>{throw new Error("pressed")},{capture:true,once:true})',
    'Error: pressed',
  ],
]

/** Refused by the visit: code that runs at each drawing. Once, it would be the state of a library. */
export const leftAtEachVisit: readonly (readonly [mistake: string, code: string, refusal: string])[] = [
  ['a listener', "addEventListener('resize',()=>{})", 'at each visit: resize listener'],
  ['a listener on the body', "document.body.addEventListener('click',()=>{})", 'at each visit: click listener'],
  ['a hidden element', "document.body.append(document.createElement('i'))", 'at each visit: <i> in <body>'],
]

/**
 * What a release does in the page: its code runs once after the first screen, or at each drawing. `report` is a text of
 * the refusal, or of the shell's report.
 */
type PageFault = readonly [fault: string, when: 'onceShown' | 'eachDraw', code: string, report?: string]

/** React of the page, as a script finds it in the share scope. */
const findReact = 'Object.values(__FEDERATION__.__INSTANCES__[0].shareScopeMap.default.react)[0].lib()'
const findHeading = 'document.querySelector("[data-area=remote-team] h1")'

/** Keeps the page busy, so that nothing else runs. */
export const endless: PageFault = [
  'sets its state in each effect',
  'eachDraw',
  `const react = ${findReact}
   const [count, setCount] = react.useState(0)
   react.useEffect(() => setCount(count + 1))`,
  'works without an idle moment',
]

/** Ends a visit immediately. */
export const unusable: readonly PageFault[] = [
  [
    'removes everything from the document',
    'onceShown',
    'document.documentElement.replaceChildren()',
    '<body> was removed',
  ],
  ['opens the document again', 'onceShown', 'document.open();document.close()', '<html> was removed'],
  endless,
]

/** The page limits these: its other areas keep working. */
export const bounded: readonly PageFault[] = [
  ['replaces the state of the history', 'onceShown', 'history.replaceState({mine:1},"")'],
  ['stops the page', 'onceShown', 'stop()'],
  [
    'covers the whole page with its heading',
    'onceShown',
    `${findHeading}.style.cssText = "position:fixed;inset:-9999px;z-index:99999;background:red"`,
  ],
  ['throws when it is unmounted', 'eachDraw', `${findReact}.useEffect(() => () => { throw new Error("mine") }, [])`],
  ['floods the console', 'onceShown', 'for(let i=0;i<20000;i++)console.log("flood",i)'],
  [
    'blocks the page for 200 ms at a time',
    'onceShown',
    `let rounds = 0
     const work = () => {
       const end = performance.now() + 200
       while (performance.now() < end);
       if (++rounds < 30) setTimeout(work, 20)
     }
     work()`,
  ],
  [
    'fills the storage',
    'onceShown',
    'try{for(let i=0;i<60;i++)localStorage.setItem("mine"+i,"x".repeat(200000))}catch{}',
  ],
  ['takes the focus again and again', 'onceShown', `setInterval(() => ${findHeading}?.focus(), 20)`],
  ['sends 200 requests at once', 'onceShown', 'for(let i=0;i<200;i++)fetch("/registry.json?"+i).catch(()=>{})'],
  ['stops every click', 'onceShown', 'addEventListener("click",e=>e.stopPropagation(),true)'],
  [
    'swallows every error of the page',
    'onceShown',
    'window.onerror=()=>true;window.onunhandledrejection=e=>e.preventDefault()',
  ],
  [
    'changes the base URL of the document',
    'onceShown',
    'const b=document.createElement("base");b.href="/mine/";document.head.prepend(b)',
  ],
  [
    'appends a style element',
    'onceShown',
    'const s=document.createElement("style");s.textContent="main{display:none!important}";document.head.append(s)',
  ],
  [
    'forbids zooming',
    'onceShown',
    'document.querySelector("meta[name=viewport]").content="width=3000,user-scalable=no"',
  ],
  [
    'replaces the theme',
    'onceShown',
    'document.documentElement.dataset.theme="mine";document.documentElement.className="mine"',
  ],
  ['scrolls again and again', 'onceShown', 'setInterval(()=>scrollTo(0,0),16)'],
  ['starts 50,000 timeouts', 'onceShown', 'for(let i=0;i<50000;i++)setTimeout(()=>{},i%500)'],
  ['keeps 20 MB for each visit', 'onceShown', '(globalThis.hasBegun.kept??=[]).push?.(new Uint8Array(2e7))'],
  ['sends a request every 20 ms', 'onceShown', 'setInterval(()=>fetch("/app/languages").catch(()=>{}),20)'],
  ['opens dialogs of the browser', 'onceShown', 'alert("mine");confirm("mine")'],
  ['changes the path in the history', 'onceShown', 'history.pushState({},"","/mine")'],
  [
    'reports 50 navigations of the history',
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
    `const area = ${findHeading}.parentElement
     for (let i = 0; i < 30000; i++) area.append(document.createElement("i"))`,
  ],
]

/** Without any screen: the previous release replaces it. */
export const replaced: readonly PageFault[] = [
  ['suspends for ever when it is drawn', 'eachDraw', 'throw new Promise(()=>{})', 'nothing was drawn'],
  ['throws an unreadable error', 'eachDraw', 'throw {get message(){throw 1},toString(){throw 2}}', 'unreadable'],
  ['draws itself without end', 'eachDraw', 'throw new Error("Too many re-renders")', 'Too many re-renders'],
]
