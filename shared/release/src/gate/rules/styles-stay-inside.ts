import type { CandidateRule } from '../candidate.ts'

/** A remote's style sheet must not reach the frame or another area: every selector names a class, and none names the page itself. */
export const stylesStayInside: CandidateRule = ({ app, build, files }) => {
  if (app === 'shell') return []
  return build.styles.flatMap(path =>
    outsideSelectors(files.get(path)?.toString('utf8') ?? '').map(selector => ({
      rule: 'styles-inside',
      place: `${app}: ${path}: ${selector.slice(0, 80)}`,
      says: 'the selector reaches elements outside this remote',
      remedy: 'Write it in a CSS module, below a class of its own; tokens and resets belong to @adcoin/ui.',
    })),
  )
}

/** The selectors of a style sheet that do not stay below a class. Keyframe steps, font faces and properties select nothing. */
export function outsideSelectors(css: string): readonly string[] {
  const text = css.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/"[^"\n]*"|'[^'\n]*'/g, '""')
  const outside: string[] = []
  const stack: string[] = []
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '{') {
      const head = text.slice(from, at).trim()
      const isInKeyframes = stack.some(each => /^@(-\w+-)?(keyframes|font-face|property)/.test(each))
      const isNested = stack.some(each => each !== '' && !each.startsWith('@'))
      if (!head.startsWith('@') && !isInKeyframes && !isNested)
        outside.push(...splitSelectors(head).filter(selector => !staysInside(selector)))
      stack.push(head)
      from = at + 1
    } else if (sign === '}' || sign === ';') {
      if (sign === '}') stack.pop()
      from = at + 1
    }
  }
  return outside
}

function staysInside(selector: string): boolean {
  return (
    /\.[A-Za-z_-]/.test(selector) &&
    !/(^|[\s>+~,(])(:root|html|body|\*)(?=$|[\s>+~,.:[])(?![^]*\.[A-Za-z_-])/.test(selector)
  )
}

function splitSelectors(head: string): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let part = ''
  for (const sign of head) {
    if (sign === '(' || sign === '[') depth++
    if (sign === ')' || sign === ']') depth--
    if (sign === ',' && depth === 0) {
      parts.push(part.trim())
      part = ''
    } else part += sign
  }
  return [...parts, part.trim()].filter(each => each !== '')
}
