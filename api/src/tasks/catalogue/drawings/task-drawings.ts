import { at, bottle, face, hash, lamp, leaf, phone, stall, words } from './motifs.ts'

const ground = (colour: string): string => `<rect width="720" height="405" fill="${colour}"/>`
const hills = `<path d="M0 290 130 150l110 90 130-180 150 170 90-60 110 110v125H0Z" fill="#bcd8ea"/>
  <path d="M0 350c180-70 420-70 720-10v65H0Z" fill="#8fbbd7"/>`
const bubble = (x: number, y: number, width: number, colour: string, inside: string): string =>
  `<g transform="translate(${x} ${y})"><path d="M0 18A18 18 0 0 1 18 0h${width - 36}a18 18 0 0 1 18 18v58a18 18 0 0 1-18 18H30L8 112l2-22A18 18 0 0 1 0 76Z" fill="${colour}"/>${inside}</g>`
const profile = (colour: string, inside: string): string =>
  `<rect x="190" y="52" width="340" height="301" rx="26" fill="#fff"/><path d="M190 78a26 26 0 0 1 26-26h288a26 26 0 0 1 26 26v62H190Z" fill="${colour}"/>
   <circle cx="260" cy="146" r="46" fill="#fff"/>${face(260, 146, 39)}${at(330, 166, 2.4, words(0, 0, 60, '#8b9a93'))}${inside}`

/** A picture for each demonstration task: 720 × 405 without words, the motif within the middle square. */
export const taskDrawings: Readonly<Record<string, string>> = {
  'trail-video': `${ground('#dcecf7')}${hills}${at(
    360,
    202,
    3.4,
    phone(
      `<rect x="-29" y="-50" width="58" height="100" rx="7" fill="#eaf4fb"/><path d="M-29 20-10-6 4 8l12-16 13 18v40h-58Z" fill="#a8cbe2"/>${at(0, 2, 0.78, bottle)}<circle cx="20" cy="-40" r="4.5" fill="#d9483b"/>`,
    ),
  )}<circle cx="470" cy="290" r="46" fill="#10211c"/><path d="m456 266 40 24-40 24Z" fill="#fff"/>`,
  'lumo-photo': `${ground('#2b2440')}<rect y="330" width="720" height="75" fill="#7a5a3c"/>${at(350, 200, 2.7, lamp)}
    <rect x="430" y="250" width="96" height="82" rx="8" fill="#fff3d6"/><path d="M446 276h64M446 300h44" stroke="#c9a35c" stroke-width="8" stroke-linecap="round"/>
    <path d="M190 96V62h40M530 96V62h-40M190 300v34h40M530 300v34h-40" fill="none" stroke="#ffd98a" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"/>`,
  'leafy-bio': `${ground('#e3f3e6')}${profile(
    '#9fd0ad',
    `<rect x="222" y="226" width="276" height="70" rx="16" fill="#e3f3e6"/>${at(256, 261, 0.5, leaf)}${at(290, 246, 2.2, words(0, 0, 52, '#2f8f4e') + words(0, 9, 34, '#7fb98f'))}${at(440, 246, 2.4, hash(0, 0))}`,
  )}${at(254, 316, 2.2, words(0, 0, 100))}`,
  'trail-link': `${ground('#dcecf7')}${profile(
    '#8fbbd7',
    `<rect x="222" y="226" width="276" height="70" rx="35" fill="#dcecf7"/><g transform="translate(262 261)" fill="none" stroke="#17527a" stroke-width="7" stroke-linecap="round"><path d="M-4-9l8-8a12 12 0 0 1 17 17l-8 8M4 9l-8 8a12 12 0 0 1-17-17l8-8M-7 7 7-7"/></g>${at(304, 254, 2.4, words(0, 0, 54, '#17527a'))}${at(462, 258, 0.62, bottle)}`,
  )}${at(254, 316, 2.2, words(0, 0, 100))}`,
  'leafy-friend': `${ground('#e3f3e6')}${bubble(188, 58, 250, '#fff', `${at(52, 48, 0.74, leaf)}${at(96, 26, 2.2, words(0, 0, 58) + words(0, 10, 42))}`)}
    <g transform="translate(720 172) scale(-1 1)">${bubble(188, 30, 200, '#2f8f4e', '')}</g>${at(360, 232, 2.2, words(0, 0, 60, '#cfe6d4') + words(0, 10, 38, '#cfe6d4'))}
    ${face(214, 330, 36)}${face(508, 142, 36, '#ffe2b8')}`,
  'market-group': `${ground('#fdeed8')}<circle cx="560" cy="76" r="40" fill="#f6b73c"/>${at(360, 190, 2.9, stall)}<rect y="338" width="720" height="67" fill="#e9c99b"/>
    ${face(250, 348, 34, '#fff')}${face(360, 356, 38, '#ffe2b8')}${face(470, 348, 34, '#bfd9ff')}`,
  'trail-sms': `${ground('#dcecf7')}${hills}${at(
    330,
    202,
    3.4,
    phone(
      `<rect x="-23" y="-36" width="30" height="16" rx="7" fill="#eceeee"/>${words(-18, -31, 20)}<path d="M-12-6a7 7 0 0 1 7-7h21a7 7 0 0 1 7 7v26l4 6h-32a7 7 0 0 1-7-7Z" fill="#cfe4f5"/>${at(6, 5, 0.3, bottle)}${words(-23, 38, 40, '#eceeee')}`,
    ),
  )}<g transform="translate(470 250)"><circle r="48" fill="#17527a"/><path d="m-22 4 44-22-14 44-9-15Z" fill="#fff"/></g>`,
}
