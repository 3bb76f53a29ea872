import type { Context, Node, Visitor } from './rule.ts'

/** Words that are hard to understand at first reading, each with its replacement. */
const oblique: readonly (readonly [words: RegExp, instead: string])[] = [
  [/\b(?:nobody|somebody|strangers?)\b/i, 'name the subject: no person, a person, an unknown browser'],
  [/\b(?:says|tells|told)\b/i, 'the exact verb: shows, returns, reports, names, explains'],
  [/\banew\b/i, 'again'],
  [/\b(?:is|are|was|were) (?:heard|had|let off)\b/i, 'the exact verb'],
  [/\bstands? (?:so|there|here|still)\b/i, 'exists, is stored, is shown, stays'],
  [/\bmade known\b/i, 'published, reported'],
  [/\bby and by\b|\bof late\b/i, 'the time'],
  [/(?:^|[.:] )[\s*]*Who (?![^\n]*\?)/m, 'name the subject'],
  [/(?:^|\. )[\s*]*One (?:that|whose)\b/m, 'repeat the noun'],
  [/(?:\b(?:to|of|by|for|from|with)|;) who \w/, 'a person who, a caller that'],
  [/\bwhatever is\b/i, 'in every case, or the cases'],
  [/\b(?:for|waits?|lasted) so long\b/i, 'this long, or the time'],
  [/\bnext look\b/i, 'next poll, next turn'],
  [/\bto be had\b/i, 'the exact verb'],
]

/** Messages, help, titles of tests and comments use words that every engineer knows. */
export function checkPlainWords(context: Context): Visitor {
  const check = (node: Node, text: unknown) => {
    // One word is a key or a name.
    if (typeof text !== 'string' || !/\w \w/.test(text)) return
    const [words, instead] = oblique.find(([pattern]) => pattern.test(text)) ?? []
    if (words) context.report({ node, message: `Plain words: "${words.exec(text)?.[0]}" → ${instead}.` })
  }
  return {
    Literal: node => check(node, node['value']),
    TemplateElement: node => check(node, (node['value'] as { raw: string }).raw),
    JSXText: node => check(node, node['value']),
    Program: () => {
      for (const comment of context.sourceCode.getAllComments()) check(comment, comment.value)
    },
  }
}
