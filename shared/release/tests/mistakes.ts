/**
 * The table of mistakes that a careless team may make in a remote, and how each is rejected or contained. Suites: of
 * the gate, those of `shared/release/src/gate` that import this file; of the smoke test,
 * `e2e/journeys/release-gate.spec.ts`; of the page, `e2e/faults/strange-remote.spec.ts`.
 */

/** What the smoke test in a browser refuses: code of the entry, and what is found. */
export const leftBehind: readonly (readonly [says: string, code: string, finds: string])[] = [
  ['a global', 'globalThis.leak=1', 'window.leak'],
  ['a changed native', '{const soon=queueMicrotask;window.queueMicrotask=run=>soon(run)}', 'window.queueMicrotask'],
  ['a changed prototype', 'Array.prototype.last=function(){}', 'Array.prototype.last'],
  [
    'a timeout that starts itself again',
    '(function again(){setTimeout(again,400)})()',
    'it goes on after its screens: timeout',
  ],
  ['a timer', 'setInterval(()=>{},1000)', 'interval'],
  ['a listener', "addEventListener('resize',()=>{})", 'resize listener'],
  ['a listener on the body', "document.body.addEventListener('click',()=>{})", 'click listener'],
  ['a changed date', 'Date.prototype.getDay=()=>3', 'Date.prototype.getDay'],
  ['a scroll lock', "document.body.style.overflow='hidden'", 'style on <body>'],
  ['an element', "document.body.append(document.createElement('aside'))", '<aside> in <body>'],
  ['a request every 100 ms', 'setInterval(()=>fetch("/app/languages"),100)', 'in 30 s in which nobody does anything'],
  [
    'a button that throws',
    'addEventListener("click",()=>{throw new Error("pressed")},{capture:true,once:true})',
    'Error: pressed',
  ],
]

/**
 * Code that runs in the page of a release that passed: once after the first screen, or at each drawing; with the
 * report that it causes.
 */
export type PageFault = readonly [says: string, when: 'onceShown' | 'eachDraw', code: string, report?: string]

/** Undone or bounded on the spot: the area goes on, and the rest of the page never sees it. */
export const undone: readonly PageFault[] = [
  ['replaces the state of the history', 'onceShown', 'history.replaceState({mine:1},"")'],
  ['stops the page', 'onceShown', 'stop()'],
  [
    'renames and turns the document',
    'onceShown',
    'document.title="Mine";document.documentElement.lang="xx";document.documentElement.dir="rtl"',
    'dir on <html>',
  ],
  [
    'opens a modal dialog outside its place',
    'onceShown',
    'const d=document.createElement("dialog");document.body.append(d);d.showModal()',
    '<dialog> in <body>',
  ],
  ['makes the body inert', 'onceShown', 'document.body.inert=true', 'inert on <body>'],
  ['makes the root inert', 'onceShown', 'document.getElementById("root").inert=true', 'inert on the root'],
  ['hides the root', 'onceShown', 'document.getElementById("root").hidden=true', 'hidden on the root'],
  [
    'covers the page',
    'onceShown',
    'const d=document.createElement("div");d.style.cssText="position:fixed;inset:0;z-index:99999";document.documentElement.append(d)',
    '<div> in <html>',
  ],
  [
    'lays its own heading over the whole page',
    'onceShown',
    'document.querySelector("[data-area=remote-team] h1").style.cssText="position:fixed;inset:-9999px;z-index:99999;background:red"',
  ],
  [
    'adopts a style sheet',
    'onceShown',
    'const s=new CSSStyleSheet();s.replaceSync("main,nav,h1{display:none!important}");document.adoptedStyleSheets=[s]',
    'adopted style sheets',
  ],
  [
    'hides and zooms the body',
    'onceShown',
    'document.body.style.display="none";document.body.style.zoom="3"',
    'style on <body>',
  ],
  ['locks the scroll', 'onceShown', 'document.documentElement.style.overflow="hidden"', 'style on <html>'],
  ['removes the root', 'onceShown', 'document.getElementById("root").remove()', 'the root was taken away'],
  [
    'empties the root',
    'onceShown',
    'document.getElementById("root").replaceChildren()',
    'what stands in the root was taken away',
  ],
  ['opens the document anew', 'onceShown', 'document.open();document.close()', 'document.open()'],
  ['writes a document', 'onceShown', 'document.writeln("mine")', 'document.writeln()'],
  ['takes the body away', 'onceShown', 'document.body.remove()', '<body> was taken away'],
  ['takes the document away', 'onceShown', 'document.documentElement.remove()', '<html> was taken away'],
  ['empties the document', 'onceShown', 'document.documentElement.replaceChildren()', '<body> was taken away'],
  ['empties the head', 'onceShown', 'document.head.replaceChildren()', '<link> was taken away'],
  [
    'throws as it goes away',
    'eachDraw',
    'Object.values(__FEDERATION__.__INSTANCES__[0].shareScopeMap.default.react)[0].lib().useEffect(()=>()=>{throw new Error("mine")},[])',
  ],
  [
    'asks before it lets go',
    'onceShown',
    'addEventListener("beforeunload",e=>{e.preventDefault()})',
    'beforeunload listener',
  ],
  ['floods the console', 'onceShown', 'for(let i=0;i<20000;i++)console.log("flood",i)'],
  [
    'holds the page in long pieces',
    'onceShown',
    'let n=0;const hold=()=>{const end=performance.now()+200;while(performance.now()<end);if(++n<30)setTimeout(hold,20)};hold()',
    'longtask',
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
    'adds a rule to a shared style sheet',
    'onceShown',
    'document.styleSheets[0].insertRule("nav,main{display:none!important}")',
  ],
  [
    'appends a style element',
    'onceShown',
    'const s=document.createElement("style");s.textContent="main{display:none!important}";document.head.append(s)',
  ],
  ['lets people edit the page', 'onceShown', 'document.body.contentEditable="true";document.designMode="on"'],
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
  ['says something in a dialog of the browser', 'onceShown', 'alert("mine");confirm("mine")'],
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
  ['says that the network is gone', 'onceShown', 'dispatchEvent(new Event("offline"))'],
  [
    'draws 30,000 elements in its area',
    'onceShown',
    'const a=document.querySelector("[data-area=remote-team] h1").parentElement;for(let i=0;i<30000;i++)a.append(document.createElement("i"))',
  ],
]

/** Native functions: restored as the next area is opened, and reported without a name. */
export const restored: readonly PageFault[] = [
  ['breaks JSON.parse', 'onceShown', 'JSON.parse=()=>{throw new Error("mine")}', 'something changed JSON.parse'],
  [
    'breaks Promise',
    'onceShown',
    'window.Promise=class{constructor(){throw new Error("mine")}}',
    'something changed window.Promise',
  ],
  [
    'breaks fetch',
    'onceShown',
    'window.fetch=()=>Promise.reject(new TypeError("mine"))',
    'something changed window.fetch',
  ],
  ['breaks history.pushState', 'onceShown', 'history.pushState=()=>{}', 'something changed history.pushState'],
  [
    'gives every call the same key',
    'onceShown',
    'crypto.randomUUID=()=>"00000000-0000-4000-8000-000000000000"',
    'something changed crypto.randomUUID',
  ],
  ['takes chance away', 'onceShown', 'Math.random=()=>0.5', 'something changed Math.random'],
  ['stops timeouts', 'onceShown', 'window.setTimeout=()=>0', 'something changed window.setTimeout'],
  ['stops the clock', 'onceShown', 'Date.now=()=>0', 'something changed Date.now'],
  ['breaks Array.prototype.map', 'onceShown', 'Array.prototype.map=()=>[]', 'something changed Array.prototype.map'],
]

/** No screen at all: the previous release takes its place. */
export const replaced: readonly PageFault[] = [
  ['waits for ever as it is drawn', 'eachDraw', 'throw new Promise(()=>{})', 'nothing of it was drawn'],
  ['throws what cannot be read', 'eachDraw', 'throw {get message(){throw 1},toString(){throw 2}}', 'cannot be read'],
  ['draws itself without end', 'eachDraw', 'throw new Error("Too many re-renders")', 'Too many re-renders'],
]

/** Keeps the page at work, so that nothing else gets its turn. */
export const endless: PageFault = [
  'sets its state in each effect',
  'eachDraw',
  'const r=Object.values(__FEDERATION__.__INSTANCES__[0].shareScopeMap.default.react)[0].lib();const [n,set]=r.useState(0);r.useEffect(()=>set(n+1))',
  'never comes to rest',
]
