import type { CandidateRule } from '../candidate.ts'

const allowedTags = new Set(
  'a article aside b br button circle dd div dl dt em figure footer g h1 h2 h3 h4 header hr i img input label li main nav ol p path rect section small span strong svg title ul line polyline polygon'.split(
    ' ',
  ),
)
const forbiddenAttribute = /^(on|style$|srcdoc$|formaction$|action$|ping$|xlink:|http-equiv$)/i

/** A prerendered fragment stands in the page of everybody: it holds no script, style or handler, and points only into this app. */
export const inertFragments: CandidateRule = ({ app, build, files }) =>
  Object.entries(build.fragments).flatMap(([key, path]) => {
    const says = whyNotInert(files.get(path)?.toString('utf8') ?? '')
    return says === undefined
      ? []
      : [{ rule: 'fragments', place: `${app}: ${path} (${key})`, says, remedy: 'Prerender plain markup only.' }]
  })

/** What is not plain markup in it; undefined where all is. */
export function whyNotInert(html: string): string | undefined {
  if (html.includes('<!')) return 'it holds a comment or a declaration'
  for (const [, tag = '', attributes = ''] of html.matchAll(/<\/?([^\s/>]*)((?:[^>"']|"[^"]*"|'[^']*')*)>?/g)) {
    if (!allowedTags.has(tag.toLowerCase())) return `it holds <${tag.slice(0, 40)}>`
    for (const [, name = '', , double, single, bare] of attributes.matchAll(
      /([^\s=/"']+)(\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g,
    )) {
      if (forbiddenAttribute.test(name)) return `it holds the attribute ${name}`
      if (/^(href|src)$/i.test(name) && !/^(\/(?!\/)|#)/.test(double ?? single ?? bare ?? ''))
        return `${name} points outside this app`
    }
  }
  return undefined
}
