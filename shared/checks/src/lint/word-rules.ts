import { wordProblems } from '../locales/words.ts'
import { isTest } from './import-rules.ts'
import type { Problem } from './problem.ts'

/** Two texts with a space between them, in a template or drawn. */
const gap = /\bt\([^`]*\)\} \$?\{|\} \$\{t\(/

/** Chinese has no space between two sentences: each language joins texts in its own way. */
export function joinedTextProblems(file: string, text: string): readonly Problem[] {
  if (!/^(remote-|shell\/|shared\/(ui|remote)\/).*\.tsx?$/.test(file) || isTest(file) || file.includes('.gallery.'))
    return []
  return text.split('\n').flatMap((content, index) =>
    gap.test(content)
      ? [
          {
            file,
            line: index + 1,
            rule: 'locale' as const,
            message:
              'A space between two texts is not the same in every language: use joined() of @adcoin/i18n/formats.',
          },
        ]
      : [],
  )
}

const quoted = /'[^'\n]+'|"[^"\n]+"|`[^`\n]+`/g

/**
 * Checks texts for people in code (seeds, settings) against the glossary. Only those whose script identifies the
 * language: Chinese and Hindi.
 */
export function plantedWordProblems(file: string, text: string): readonly Problem[] {
  if (!/\.tsx?$/.test(file) || isTest(file) || file.startsWith('shared/checks/src/')) return []
  return text
    .split('\n')
    .flatMap((content, index) =>
      (content.match(quoted) ?? [])
        .flatMap(text => [
          ...(/\p{Script=Han}/u.test(text) ? wordProblems('zh_TW', text) : []),
          ...(/\p{Script=Devanagari}/u.test(text) ? wordProblems('hi_IN', text) : []),
        ])
        .map(message => ({ file, line: index + 1, rule: 'locale' as const, message: `A text ${message}` })),
    )
}
