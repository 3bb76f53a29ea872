import { faults, neverLost } from 'e2e/faults'
import { head, page, wrapped } from '../markdown.ts'

const kinds: Readonly<Record<string, string>> = {
  A: 'Registry, boot, composition',
  B: 'Loading a remote',
  C: 'Contract and shared modules',
  D: 'Chunks, styles, texts',
  E: 'A mounted remote',
  F: 'Events',
  G: 'Storage, tabs, touch',
  H: 'Clock and language',
  I: 'Network',
  J: 'API',
  K: 'Session and hand-over',
  L: 'Money, once-only actions',
  M: 'Releases',
}

/** `reference/faults.md`: what goes wrong, what people see, and the test that proves it. */
export function faultsPage(): string {
  return page([
    ...head(
      'Faults that the product survives',
      'From the table `e2e/faults/table.ts`. Cited as `faults.md` and the number.',
    ),
    '',
    '"The previous release" is mounted in the same navigation, without a word. "The card" says "Something went wrong,',
    'please try again later" with Retry in the place of the area; tab bar, help and the other areas work.',
    'Content is shown again within 1.5 s after a failure, within 6.5 s after a stall.',
    '`npm run faults -- --report` measures it; `npm run chaos -- --minutes 30 --seed 1` mixes faults at random.',
    '',
    '## Write a test with a fault',
    '',
    'The injectors are functions in `e2e/injectors`: on the wire (`startFaultProxy(url).inject(/address/, fault)` with',
    '`wire-faults.ts`), releases (`site.publish(app, edit)` with `releases.ts`), a browser (`browser.ts`), a killed',
    'service (`service.ts`). A fault of all four remotes is one line in `e2e/faults/remote-faults.spec.ts`.',
    '',
    '## Never lost',
    '',
    ...Object.entries(neverLost).flatMap(([id, text]) => wrapped(`- **${id}** ${text}`)),
    ...Object.entries(kinds).flatMap(([letter, title]) => [
      '',
      `## ${letter}. ${title}`,
      '',
      ...faults
        .filter(({ id }) => id.startsWith(letter))
        .flatMap(({ id, text, test }) =>
          wrapped(`- **${id}** ${text} ${test ? `(\`${test}\`)` : '(no test of its own)'}`),
        ),
    ]),
  ])
}
