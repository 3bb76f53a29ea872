import { at, face, found, hash, leaf, phone, words } from './motifs.ts'

const screenshot = (screen: string): string =>
  `<rect width="480" height="480" fill="#eef1ef"/>${at(240, 240, 4, phone(screen))}`
const covered = (x: number, y: number, width: number): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="8" rx="2" fill="#10211c"/>`
const sentMessage = `<path d="M-21-14a6 6 0 0 1 6-6h32a6 6 0 0 1 6 6v34l3 5h-41a6 6 0 0 1-6-6Z" fill="#cfe4f5"/>
  ${hash(-17, -15)}${words(3, -12, 16, '#5a7f9d')}${words(-17, 1, 34, '#8fb2cc')}${words(-17, 10, 26, '#8fb2cc')}
  <path d="m10 33 3 3 6-7M15 33l3 3 6-7" fill="none" stroke="#0b7a4b" stroke-width="1.8" stroke-linecap="round"/>`
const author = `${face(-19, -38, 6)}${words(-9, -43, 26, '#5f6f68')}${words(-9, -35, 16)}`
const postWords = `${hash(-24, 24)}${words(-5, 27, 28, '#5f6f68')}${words(-24, 38, 44)}`
const profileHead = `<rect x="-29" y="-50" width="58" height="24" fill="#cfe1f2"/>${face(-15, -24, 9)}${words(0, -21, 24, '#5f6f68')}`

/** What good proof of each kind looks like: a screenshot with what a reviewer looks for marked; 480 × 480, no words. */
export const proofDrawings: Readonly<Record<string, string>> = {
  'proof-1': screenshot(`${face(-19, -38, 6)}${covered(-9, -42, 30)}${sentMessage}${found(-24, -23, 52, 50)}`),
  'proof-2': screenshot(
    `${face(-21, -38, 5)}${face(-14, -38, 5, '#ffe2b8')}${words(-4, -41, 28, '#5f6f68')}
     <rect x="-24" y="-26" width="48" height="62" rx="5" fill="#f4f6f5"/>${hash(-20, -22)}${words(-1, -19, 20, '#5f6f68')}${words(-20, -8, 38)}
     <rect x="-20" y="1" width="40" height="30" rx="4" fill="#fdd9a6"/><path d="M-14 26 0 10l8 8 5-5 5 13Z" fill="#d9703b"/>${found(-26, -28, 52, 66)}`,
  ),
  'proof-3': screenshot(
    `${author}<rect x="-25" y="-27" width="50" height="46" rx="4" fill="#1b3d57"/><path d="m-5-12 14 8-14 8Z" fill="#fff"/>
     <rect x="-21" y="13" width="42" height="2.4" rx="1.2" fill="#6d94b1"/>${postWords}${found(-27, 21, 54, 17)}${found(-27, -46, 50, 16)}`,
  ),
  'proof-4': screenshot(
    `${author}<rect x="-25" y="-27" width="50" height="46" rx="4" fill="#3b3157"/><path d="M-20 15-4-8l9 12 6-7 10 18Z" fill="#8a7bb5"/>
     <circle cx="13" cy="-16" r="5" fill="#ffd24d"/>${postWords}${found(-27, 21, 54, 17)}${found(-27, -46, 50, 16)}`,
  ),
  'proof-5': screenshot(
    `${profileHead}<rect x="-25" y="-8" width="50" height="22" rx="5" fill="#e3f3e6"/>${at(-17, 3, 0.14, leaf)}${words(-9, -3, 16, '#2f8f4e')}${hash(9, -5)}${words(-9, 6, 24, '#7fb98f')}
     ${found(-27, -10, 54, 26)}<g fill="#e4e9e6"><rect x="-25" y="24" width="15" height="18" rx="3"/><rect x="-7.500" y="24" width="15" height="18" rx="3"/><rect x="10" y="24" width="15" height="18" rx="3"/></g>`,
  ),
  'proof-6': screenshot(
    `${profileHead}${words(-25, -8, 44)}<rect x="-25" y="2" width="50" height="15" rx="7.500" fill="#dcecf7"/><g transform="translate(-16 9.500) scale(.28)" fill="none" stroke="#17527a" stroke-width="7" stroke-linecap="round"><path d="M-4-9l8-8a12 12 0 0 1 17 17l-8 8M4 9l-8 8a12 12 0 0 1-17-17l8-8M-7 7 7-7"/></g>
     ${words(-8, 7, 12, '#17527a')}${hash(7, 4)}${found(-27, 0, 54, 19)}<g fill="#e4e9e6"><rect x="-25" y="28" width="15" height="16" rx="3"/><rect x="-7.500" y="28" width="15" height="16" rx="3"/><rect x="10" y="28" width="15" height="16" rx="3"/></g>`,
  ),
  'proof-7': screenshot(
    `${covered(-18, -42, 36)}${sentMessage}${found(-24, -23, 52, 50)}${words(-24, 41, 48, '#e4e9e6')}`,
  ),
}
