/** Values that no fault may lose. */
export const neverLost = {
  N1: 'The session, unless the service answers 401 or the person logs out.',
  N2: 'Text typed in a form: a draft per person and route, never passwords or codes.',
  N3: 'A started money operation has exactly one outcome, and the person can learn it.',
  N4: 'The language.',
  N5: "The inviter's code, until a login.",
  N6: 'The reference of an uploaded proof.',
  N7: 'The route and the scroll position.',
  N8: 'The way to get help.',
} as const

export const remoteFaultsSpec = 'e2e/faults/remote-faults.spec.ts'
const pageFaultsSpec = 'e2e/faults/page-faults.spec.ts'
const noTest = ''

/**
 * Every fault that the product survives, by the test that proves it: the fault, its effect on people, and the limit.
 * Code and tests cite a fault as faults.md and its number; the page is written by `npm run references`.
 */
const faultsByTest: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [remoteFaultsSpec]: {
    B02: 'A remote’s entry answers 500: the previous release.',
    B03: 'The entry answers 503 with Retry-After 120: the previous release, without waiting.',
    B05: 'The entry is slow but alive: a skeleton, then the live release. No fallback.',
    B06: 'Entry, page file or evaluation hangs: the previous release, decided after 5 s.',
    B09: 'The entry is an HTML page with status 200: the previous release.',
    B11: 'The entry throws at evaluation: the previous release, one report.',
    B12: 'A file differs by one byte: the previous release; the next visit has the published bytes.',
    B14: 'The entry has the MIME type text/plain: the previous release. It is not executed.',
    B20: 'Every release of a remote fails: its card. Retry works without a reload.',
    B23: 'The entry never ends: the previous release. The fetch stops at 2 MiB.',
    D02: 'A file of one page answers 500 or hangs: the previous release, else the card in that page.',
    D04: 'A style sheet is missing: the previous release. No unstyled screen.',
    D05: 'A style sheet hangs: the previous release after 5 s.',
    D08: 'A language file is missing: English texts, the language stays, retries until it loads.',
    E01: 'A screen throws in render or an effect, suspends for ever or is empty: the previous release.',
    E16: 'A screen throws null or another unreadable value: as E01. The reporter never throws.',
  },
  [pageFaultsSpec]: {
    A01: 'The page does not contain what is live: it is read from /live.json, report `live_missing`.',
    A03: 'One remote is missing in the page: it is read from /live.json.',
    B21: 'All remotes fail: tab bar, help, language and logout work; so does Retry.',
    J21: 'The service is killed in the middle of a posting: it restarts, and the ledger verifies.',
    M10: 'The gateway restarts: no request is refused.',
  },
  'e2e/faults/no-evidence.spec.ts': {
    B27: 'The network changes an entry in transit: the previous release, the live one at the next visit.',
    E25: 'An add-on breaks or hides a screen: later visits still use its release.',
  },
  'e2e/faults/broken-shell.spec.ts': {
    A20: 'A shell throws at its first line: the previous shell in the same page.',
    A21: 'A shell throws after its start or draws its last-resort card: the previous shell in the same page.',
    A22: 'A shell draws nothing: the previous shell in the same page, 5 s after it arrived.',
  },
  'e2e/faults/slow-network.spec.ts': {
    A13: 'No file of the shell loads: a message with Retry above the readable page, within 5 s.',
    I05: 'A slow network: readable first screens, no false fallback.',
  },
  'shell/src/composition/live.test.ts': {
    A04: 'A forged path (`//evil`, `../../`, `data:`): that area is lost; no foreign request.',
    A23: 'A field of live.json of a wrong type, or 100,000 unknown apps: only the unreadable area is lost.',
    G21: '200 open tabs: only visible ones poll, with jitter.',
  },
  'shell/src/composition/files.test.ts': {
    B15: 'A release without integrity: refused, the previous release.',
  },
  'shell/src/composition/fallback.test.ts': {
    B26: 'Two releases hang one after the other: both decided within 6.5 s.',
    B25: 'A thousand broken releases of a remote: its card after three previous ones.',
  },
  'release/src/operations/apply.test.ts': {
    A09: 'The generation decreases or jumps: refused, the last good page stays.',
    M04: 'A release signed with the key of another team: refused, with a line in the audit log.',
    M15: 'A fallback release lost a file: the next publish omits the release; a live one is refused.',
  },
  'release/src/gateway/gateway.test.ts': {
    A12: '`index.html` cannot be read: the gateway serves its last good copy, with its `Age`.',
  },
  'shell/page/early.test.ts': {
    A15: 'A canary share of NaN, -1, 150 or "50": no browser is in the canary.',
  },
  'shell/tests/open-tab.slow.test.ts': {
    A10: 'The live release is revoked: the previous one. No request to the revoked folder.',
  },
  'e2e/bench/release/run.ts': {
    A16: 'A release goes live between page and chunk: each tab uses one version of each remote.',
    M01: 'A rollback under 500 requests a second: no failed answer; new loads follow within 2 s.',
  },
  'e2e/bench/release/crashes.ts': {
    A18: 'A release command is killed or the disk is full: the old or the new site, never a mix.',
  },
  'shell/tests/broken-release.slow.test.ts': {
    B18: 'A captive portal redirects: the previous release, else the card. The token is not sent there.',
    B08: 'The entry is cut off half-way: the previous release. The part is not evaluated.',
    C01: 'An expected module is missing in the entry: the previous release.',
    C02: '`init` throws or runs twice: the previous release, the share scope unchanged.',
    C05: 'A release needs another React: the previous release. One React on the page.',
    D01: 'A chunk is pruned under an open tab: the new release on the same route, the draft stays.',
    E19: 'A fallback replaces a screen: the focus moves to the heading and is announced.',
  },
  'shell/tests/failing-and-remembering.slow.test.ts': {
    B24: 'The person leaves during a load: the load is aborted and nothing mounts later.',
  },
  'release/src/gate/every-rule.test.ts': {
    C04: 'A release needs another platform than the shell has: refused at publish, else the previous release.',
    C10: 'Two apps disagree on an event’s major version: refused at publish.',
  },
  'shell/tests/healthy-release.test.ts': {
    C07: 'Two releases register the same global: names contain a hash, both are isolated.',
  },
  'e2e/faults/strange-remote.spec.ts': {
    E22: 'A screen sets its state in each effect: taps and navigation work; the smoke test finds it.',
    E24: 'A remote lays an element over the page: it stays inside its area, below the frame.',
  },
  'e2e/journeys/release-gate.spec.ts': {
    C08: 'A remote patches `fetch`, `JSON.parse` or `history`: the smoke test finds it, it never goes live.',
    E08: 'Long tasks without interaction: the smoke test finds them.',
    E10: 'A listener or timer remains after unmount: the smoke test finds it.',
    E11: 'A remote writes outside its own root: the smoke test finds it.',
    E14: 'A remote leaves the scroll locked: the smoke test finds it.',
    E23: '`document.open()`, the body or the document removed: the smoke test finds it.',
  },
  'shell/tests/mounted-release.slow.test.ts': {
    C11: '`unmount` is missing, throws or hangs: the next route opens on time.',
    E02: 'A screen throws after its data: the card; if it repeats, the previous release.',
  },
  'e2e/faults/handler.spec.ts': {
    E04: 'An event handler throws: one message, the button works again.',
    E05: 'A promise rejects unhandled: as E04, once in 10 s.',
  },
  'shell/tests/strange-module.slow.test.ts': {
    C12: 'A page title throws or is not text: the name of the area instead.',
    C13: 'A route renders nothing: the previous release, else the card, within 1.5 s.',
  },
  'shell/src/offline/keep-offline-page.test.ts': {
    D11: 'An old service worker of another app: removed at start.',
  },
  'shell/src/state/loader.test.ts': { E13: 'A loader is never hidden: it ends after 30 s with a message.' },
  'shell/src/state/last-resort.test.tsx': { E17: 'The fallback of an error boundary throws: the card of the shell.' },
  'shared/events/src/bus.test.ts': {
    F02: 'A subscriber throws: all others receive the event.',
    F03: 'An operator throws in its own pipe: only that feature stops.',
    F05: 'Two subscribers answer each other for ever: stopped at depth 32.',
    F06: 'A payload over 16 KiB: rejected.',
    F08: 'An unknown event or a wrong payload: rejected with a reason.',
    F09: 'A remote emits an event of another owner: rejected.',
    F11: 'A late subscriber: the last value of state events.',
    F12: 'A receiver changes a payload: the others have their own frozen copy.',
    F15: 'An older balance arrives late: dropped by its version.',
  },
  'e2e/faults/session.spec.ts': {
    G02: 'Storage is blocked: the app works for this visit.',
    K05: 'A token in the address: removed from address and history before any request.',
  },
  'shared/session/src/drafts.test.ts': {
    G05: 'Storage is cleared during a session: text typed afterwards stays until the login of the same person.',
    G07: 'Another tab logs in another person: this tab follows; drafts stay under their person.',
    G17: 'Another person logs in: no draft of the former one.',
    G22: 'A session ends by a 401: drafts stay stored for the same person, over a reload, a closed tab and other tabs.',
  },
  'e2e/journeys/frame-session.spec.ts': {
    G06: 'A logout in another tab: this tab follows within 1 s.',
    G09: 'Back after a logout: no personal data is painted.',
  },
  'e2e/faults/withdrawal.spec.ts': {
    G14: 'The tab closes between a withdrawal and its answer: "We are checking", then its real state.',
    I08: 'The answer of a withdrawal is lost: retried with the same key, made once.',
    J07: 'A withdrawal is refused: the reason on the page, no toast.',
  },
  'e2e/accessibility/fit.spec.ts': {
    G18: 'Rotation, 320 px, fonts of 200 %: all controls can be reached.',
    H09: 'Texts 40 % longer, Devanagari: no text is cut.',
  },
  'e2e/journeys/language.spec.ts': {
    G08: 'Another tab changes the language: this tab follows.',
    H05: 'A language change in a form: texts change, input stays.',
    H06: 'A language change during a call: the next call has the new `lang`.',
  },
  'remote-wallet/src/sell/withdraw-page.test.tsx': {
    H08: 'Decimal commas and Hindi digits: the same value is sent in six languages.',
    J13: '429 with a wait: "Please wait N s", no earlier call.',
    J18: 'An unknown enum value: a neutral label, no crash.',
  },
  'e2e/faults/offline.spec.ts': { I02: 'Offline, a reload: the last known money instead of the browser’s page.' },
  'e2e/faults/api.spec.ts': {
    I03: 'A form is sent offline: "Network error", the form stays.',
    I09: 'No answer in 30 s: the loader ends with "Network error"; a late answer is ignored.',
    J01: '500 with any body: one toast for 2 s.',
  },
  'shared/http/src/answer.test.ts': {
    J03: 'A truncated answer: as J01.',
    J04: '200 with `null`, `[]` or no data: as J01.',
  },
  'shared/http/src/send.test.ts': {
    J10: 'A 401 for the former session: the new session stays.',
    J06: 'A message that is empty, 10 kB or markup: plain text of at most 200 characters.',
  },
  'shared/http/src/hooks.test.tsx': {
    J15: 'Answers of three filters arrive in reverse: the rows of the last one.',
    J16: 'The same page twice, or an endless `has_more`: the list ends.',
  },
  'api/src/database/database.test.ts': { J22: 'The database is locked: an answer or 503 within 30 s.' },
  'api/src/another-persons.test.ts': { J25: 'An object of another person: never, in any call.' },
  'e2e/journeys/google-sign-in.spec.ts': { K08: 'The return page of Google is reloaded: the code is sent once.' },
  'remote-auth/src/verification/flow.test.ts': {
    K14: 'Registration steps out of order: back to the first missing one.',
  },
  'api/src/wallet/wallet.test.ts': {
    L01: 'The same withdrawal 20 times at once: one posting, 20 equal answers.',
    L10: 'A withdrawal without trading password, account or code: refused for each alone.',
  },
  'api/src/ledger/races.test.ts': { L02: 'Two withdrawals above the balance: one is made; never below 0.' },
  'api/src/tasks/tasks.test.ts': { L07: 'Work is sent twice, late or for another’s task: refused.' },
  'api/src/team/team.test.ts': { L08: 'An own or second invite code, or 50 at once: at most one binding.' },
  'api/src/crash.slow.test.ts': { L11: 'Service and database are killed: nothing acknowledged is lost or doubled.' },
  'release/src/operations/scrubber.test.ts': { M05: 'A byte of the store changes: an alarm within 60 s.' },
  'release/src/operations/judge-canaries.test.ts': {
    M07: 'A broken canary: it stops by itself.',
    M08: 'A canary over reloads: the same side for each browser.',
  },
  'release/src/operations/prune.test.ts': { M11: 'Prune of a release in use: refused.' },
  'release/src/gate/version-pairs.test.ts': { M13: 'Every pair of app versions: works, or is refused.' },
  'e2e/chaos/run.ts': { M14: 'A fault every few seconds for 30 minutes: journeys end, money is exact.' },
  'e2e/journeys/release.spec.ts': {
    M02: 'A rollback with a half-filled form open: the form stays, the old release at the next navigation.',
  },
  'shell/src/boot.test.tsx': {
    J19: 'The support lists are empty: the panel shows that, the button stays.',
    J09: 'A storm of 401 answers: one logout, one notice, no toast.',
    G03: 'The stored token is junk: /lanuch; it is never sent.',
  },
  'remote-auth/src/hand-over/app-login-page.test.tsx': {
    K04: '/appLogin for another account: asks first.',
    K01: '/appLogin with malformed data: "Sign-in from the app failed", nothing stored.',
  },
  'remote-auth/src/hand-over/hand-over.test.ts': {
    K02: '/appLogin without a valid key: as K01.',
  },
  'shared/session/src/session.test.ts': {
    K13: 'An invite code, then a login: the code is removed.',
  },
  'e2e/journeys/early-reads.spec.ts': {
    K11: 'An invalid token and a public route: ends at /lanuch, no loop.',
  },
  [noTest]: {
    F14: 'An event while its remote is in fallback: applied when it mounts.',
    J24: 'The SMS provider fails: "Code not sent", another can be sent at once.',
  },
  'e2e/faults/around-a-screen.spec.ts': {
    E20: 'The system discards the tab: same route, the draft, fresh data.',
    G11: 'Back after a withdrawal: its result, never the form again.',
    G15: 'A reload during an upload: the text stays, the file is chosen again.',
    H02: 'The clock jumps: countdowns continue.',
    K10: 'The token is removed between guard and render: /lanuch.',
  },
  'remote-wallet/src/price/quote.test.ts': {
    L04: 'A fee of 2 % on any amount: fee plus net is the gross.',
  },
}

export type Fault = { readonly id: string; readonly text: string; readonly test: string }

/** In the order of their numbers. */
export const faults: readonly Fault[] = Object.entries(faultsByTest)
  .flatMap(([test, texts]) => Object.entries(texts).map(([id, text]) => ({ id, text, test })))
  .toSorted((left, right) => (left.id < right.id ? -1 : 1))
