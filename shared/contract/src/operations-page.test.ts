import { expect, it } from 'vitest'
import { escapeForTerminal } from './operations-page.ts'

it.each([
  ['two\nlines', 'two\\u000alines'],
  ['\u001b[31mred\u009b', '\\u001b[31mred\\u009b'],
  ['\u202eback\u2028', '\\u202eback\\u2028'],
  ['ana दिया 👩‍👩‍👧', 'ana दिया 👩‍👩‍👧'],
])('a terminal shows %j without obeying it', (text, shown) => expect(escapeForTerminal(text)).toBe(shown))
