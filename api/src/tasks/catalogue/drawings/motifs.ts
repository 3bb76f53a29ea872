/** Parts of drawings, each in a square of 100 × 100 around its middle; `at` puts one where it belongs. */

export function at(x: number, y: number, scale: number, motif: string): string {
  return `<g transform="translate(${x} ${y}) scale(${scale})">${motif}</g>`
}

export const bottle = `<rect x="-17" y="-26" width="34" height="76" rx="10" fill="#17527a"/>
  <rect x="-12" y="-39" width="24" height="16" rx="4" fill="#0e3a58"/>
  <path d="M-8-39v-4a8 8 0 0 1 16 0v4" fill="none" stroke="#0e3a58" stroke-width="4"/>
  <rect x="-12" y="-18" width="5" height="60" rx="2.5" fill="#3a7ba8"/>
  <path d="m-9 22 8-13 5 7 3-4 5 7v3Z" fill="#dcecf7"/>`

export const leaf = `<path d="M0 46C-38 34-40-12 0-46c40 34 38 80 0 92Z" fill="#2f8f4e"/>
  <path d="M0 46V-22M0 10l17-15M0 25l-19-17" stroke="#e3f3e6" stroke-width="4" stroke-linecap="round" fill="none"/>`

export const lamp = `<path d="M8-18-38 50h76Z" fill="#ffd98a" opacity=".4"/>
  <path d="M-26 46-34-2 4-32" fill="none" stroke="#f2efe9" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>
  <rect x="-44" y="43" width="36" height="7" rx="3.5" fill="#f2efe9"/>
  <path d="m-2-46 32 25-18 18a25 25 0 0 1-32-25Z" fill="#f2efe9"/><circle cx="13" cy="-15" r="8" fill="#ffd24d"/>`

export const stall = `<path d="M-40-14v62M40-14v62" stroke="#8a4c29" stroke-width="5"/>
  <path d="M-48-14-38-42h76l10 28Z" fill="#d9483b"/>
  <path d="m-31-14 4-28h14l-2 28ZM-6-14l1-28H9l1 28ZM19-14l-3-28h14l5 28Z" fill="#fff3e2"/>
  <rect x="-46" y="22" width="92" height="24" rx="4" fill="#b9683a"/>
  <g fill="#4c8c3f"><circle cx="-31" cy="16" r="9"/><circle cx="-15" cy="16" r="9"/></g>
  <g fill="#e2742c"><circle cx="1" cy="16" r="9"/><circle cx="16" cy="16" r="9"/></g><circle cx="32" cy="16" r="9" fill="#8e4a9e"/>`

/** A telephone, 60 × 100, with what its screen shows. */
export function phone(screen: string): string {
  return `<rect x="-33" y="-54" width="66" height="108" rx="11" fill="#1d2a26"/>
    <rect x="-29" y="-50" width="58" height="100" rx="7" fill="#fff"/>${screen}`
}

/** A line of writing that says nothing. */
export function words(x: number, y: number, width: number, colour = '#c3cdc8'): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="5" rx="2.5" fill="${colour}"/>`
}

/** The hashtag that opens an advertisement. */
export function hash(x: number, y: number): string {
  return `<g transform="translate(${x} ${y})"><rect width="16" height="11" rx="5.5" fill="#1f56c4"/>
    <path d="M6.5 2.5 5.5 8.5M10.5 2.5l-1 6M4.5 4.5h7M4.2 6.7h7" stroke="#fff" stroke-width="1.1" stroke-linecap="round"/></g>`
}

export function face(x: number, y: number, radius: number, ground = '#bfd9ff'): string {
  return `<g transform="translate(${x} ${y}) scale(${radius / 10})"><circle r="10" fill="${ground}"/>
    <circle cy="-2.5" r="3.6" fill="#16324f"/><path d="M-6.5 7.6a6.5 6.5 0 0 1 13 0 10 10 0 0 1-13 0Z" fill="#16324f"/></g>`
}

/** What a reviewer looks for: a ring around it, and a tick. */
export function found(x: number, y: number, width: number, height: number): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" fill="none" stroke="#0b7a4b" stroke-width="2.4"/>
    <g transform="translate(${x + width} ${y})"><circle r="6" fill="#0b7a4b"/>
    <path d="m-2.6.2 1.8 1.8 3.4-3.6" fill="none" stroke="#fff" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"/></g>`
}
