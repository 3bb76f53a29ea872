import type { ApiCode } from '@adcoin/contract'
import {
  drawsNothing,
  stallsAtEvaluation,
  throwsAtEvaluation,
  throwsInEffect,
  throwsInRender,
  throwsNull,
  waitsForEver,
} from '../injectors/releases.ts'
import {
  answers,
  cuts,
  drips,
  flips,
  neverEnds,
  relabels,
  stalls,
  stallsHalfWay,
  type WireFault,
} from '../injectors/wire-faults.ts'
import type { Edit } from '../product/site.ts'

/** A file of a release, by what it is for. */
export type Part = 'entry' | 'page' | 'style' | 'words'

/**
 * A fault of a remote, tried on all four: the tap that leads to the area meets it.
 *
 * `hard`: something says at once that it is broken; `stall`: nothing says anything; `none`: nothing may fail.
 */
export type RemoteRow = {
  readonly id: string
  readonly says: string
  readonly kind: 'hard' | 'stall' | 'none'
  /** What happens to a file on its way. `all`: of every release that could stand there. */
  readonly wire?: { readonly part: Part; readonly fault: WireFault; readonly all?: true; readonly timesEach?: number }
  /** What was published. */
  readonly release?: Edit
  /** Of the person; English where nothing is said. */
  readonly language?: ApiCode
  /** Which release stands there in the end; `card`: none, and Retry heals it once the fault is over. */
  readonly survived: 'live' | 'previous' | 'card'
}

/** The faults of remotes that the report tries itself. A number may stand several times: one row, several ways. */
export const remoteRows: readonly RemoteRow[] = [
  {
    id: 'B02',
    says: 'entry answers 500',
    kind: 'hard',
    wire: { part: 'entry', fault: answers(500) },
    survived: 'previous',
  },
  {
    id: 'B03',
    says: 'entry answers 503, come back in 120 s',
    kind: 'hard',
    wire: { part: 'entry', fault: answers(503, { 'retry-after': '120' }) },
    survived: 'previous',
  },
  {
    id: 'B05',
    says: 'entry slow but alive',
    kind: 'none',
    wire: { part: 'entry', fault: drips(8, 400) },
    survived: 'live',
  },
  {
    id: 'B06',
    says: 'entry hangs before headers',
    kind: 'stall',
    wire: { part: 'entry', fault: stalls },
    survived: 'previous',
  },
  {
    id: 'B06',
    says: 'entry hangs half-way',
    kind: 'stall',
    wire: { part: 'entry', fault: stallsHalfWay },
    survived: 'previous',
  },
  {
    id: 'B06',
    says: 'file of the page hangs',
    kind: 'stall',
    wire: { part: 'page', fault: stalls },
    survived: 'previous',
  },
  { id: 'B06', says: 'evaluation never ends', kind: 'stall', release: stallsAtEvaluation, survived: 'previous' },
  { id: 'B08', says: 'entry breaks off', kind: 'hard', wire: { part: 'entry', fault: cuts }, survived: 'previous' },
  {
    id: 'B09',
    says: 'entry is a page',
    kind: 'hard',
    wire: {
      part: 'entry',
      fault: answers(200, { 'content-type': 'text/html' }, '<!doctype html><title>Hotel</title>'),
    },
    survived: 'previous',
  },
  { id: 'B11', says: 'throws at evaluation', kind: 'hard', release: throwsAtEvaluation, survived: 'previous' },
  {
    id: 'B12',
    says: 'entry has a wrong byte, always',
    kind: 'hard',
    wire: { part: 'entry', fault: flips },
    survived: 'previous',
  },
  {
    id: 'B12',
    says: 'file of the page has a wrong byte, once',
    kind: 'none',
    wire: { part: 'page', fault: flips, timesEach: 1 },
    survived: 'live',
  },
  {
    id: 'B14',
    says: 'entry is text to the browser',
    kind: 'hard',
    wire: { part: 'entry', fault: relabels({ 'content-type': 'text/plain' }) },
    survived: 'previous',
  },
  {
    id: 'B18',
    says: 'a portal sends the entry elsewhere',
    kind: 'hard',
    wire: { part: 'entry', fault: answers(302, { location: 'http://portal.example/login' }) },
    survived: 'previous',
  },
  {
    id: 'B20',
    says: 'no release answers',
    kind: 'hard',
    wire: { part: 'entry', fault: answers(404), all: true },
    survived: 'card',
  },
  {
    id: 'B23',
    says: 'entry never ends',
    kind: 'hard',
    wire: { part: 'entry', fault: neverEnds },
    survived: 'previous',
  },
  {
    id: 'D02',
    says: 'file of the page answers 500',
    kind: 'hard',
    wire: { part: 'page', fault: answers(500) },
    survived: 'previous',
  },
  {
    id: 'D04',
    says: 'style is not there',
    kind: 'hard',
    wire: { part: 'style', fault: answers(404) },
    survived: 'previous',
  },
  { id: 'D05', says: 'style hangs', kind: 'stall', wire: { part: 'style', fault: stalls }, survived: 'previous' },
  {
    id: 'D08',
    says: 'language file is not there',
    kind: 'none',
    wire: { part: 'words', fault: answers(404) },
    language: 'pt_PT',
    survived: 'live',
  },
  { id: 'E01', says: 'throws as it is drawn', kind: 'hard', release: throwsInRender, survived: 'previous' },
  { id: 'E01', says: 'throws in an effect', kind: 'hard', release: throwsInEffect, survived: 'previous' },
  { id: 'E01', says: 'waits for ever as it is drawn', kind: 'stall', release: waitsForEver, survived: 'previous' },
  { id: 'E01', says: 'draws nothing', kind: 'stall', release: drawsNothing, survived: 'previous' },
  { id: 'E16', says: 'throws null', kind: 'hard', release: throwsNull, survived: 'previous' },
]

/** Two releases in a row that stall must not add up: the same goal as for one. */
export const twoStalls: RemoteRow = {
  id: 'B06',
  says: 'entry hangs, and that of the release before it',
  kind: 'stall',
  wire: { part: 'entry', fault: stalls },
  survived: 'previous',
}

const brokenRelease = 'shell/tests/broken-release.test.ts'
const mountedRelease = 'shell/tests/mounted-release.test.ts'
const strangeRemote = 'e2e/faults/strange-remote.spec.ts'
const registry = 'shell/src/composition/releases/registry.test.ts'
const bus = 'shared/events/src/bus.test.ts'
const hooks = 'shared/http/src/hooks.test.tsx'
const session = 'e2e/faults/session.spec.ts'
const frameSession = 'e2e/journeys/frame-session.spec.ts'
const frameHistory = 'e2e/journeys/frame-history.spec.ts'
const apiFaults = 'e2e/faults/api.spec.ts'
const withdrawing = 'e2e/faults/withdrawal.spec.ts'
const wallet = 'api/src/wallet/wallet.test.ts'

/** Rows that another test proves: which. */
export const provenBy: Readonly<Record<string, string>> = {
  A04: registry,
  A09: 'shared/release/src/operations/go-live.test.ts',
  A12: 'shared/release/src/gateway/gateway.test.ts',
  A10: 'shell/tests/open-tab.test.ts',
  A16: 'e2e/bench/release/run.ts',
  A18: 'e2e/bench/release/crashes.ts',
  B15: brokenRelease,
  B17: 'shell/src/composition/releases/quarantine.test.ts',
  B24: 'shell/tests/failing-and-remembering.test.ts',
  C01: brokenRelease,
  C02: brokenRelease,
  C04: 'shared/release/src/gate/every-rule.test.ts',
  C05: brokenRelease,
  C07: 'shell/tests/healthy-release.test.ts',
  C08: strangeRemote,
  C10: 'shared/release/src/gate/every-rule.test.ts',
  C11: mountedRelease,
  D01: brokenRelease,
  D11: 'shell/src/offline/keep-offline-page.test.ts',
  E02: mountedRelease,
  E04: mountedRelease,
  E05: mountedRelease,
  E07: 'shell/src/composition/watching/suspects.test.ts',
  E08: strangeRemote,
  E10: mountedRelease,
  E11: strangeRemote,
  E13: 'shell/src/frame/loader.test.ts',
  E14: strangeRemote,
  E17: 'shell/src/frame/last-resort.test.tsx',
  E19: brokenRelease,
  F02: bus,
  F03: bus,
  F05: bus,
  F06: bus,
  F08: bus,
  F09: bus,
  F11: bus,
  F12: bus,
  F15: bus,
  G02: session,
  G03: session,
  G05: 'shared/session/src/drafts.test.ts',
  G06: frameSession,
  G08: frameHistory,
  G09: frameSession,
  G14: withdrawing,
  G17: 'shared/session/src/drafts.test.ts',
  G18: 'e2e/accessibility/fit.spec.ts',
  G21: 'shell/src/composition/releases/live-releases.test.ts',
  H05: 'e2e/journeys/language.spec.ts',
  H06: 'e2e/journeys/language.spec.ts',
  H08: 'remote-wallet/src/withdrawal/withdraw-page.test.tsx',
  H09: 'e2e/accessibility/fit.spec.ts',
  I02: 'e2e/faults/offline.spec.ts',
  I03: apiFaults,
  I05: 'e2e/faults/slow-network.spec.ts',
  I08: withdrawing,
  I09: apiFaults,
  J01: apiFaults,
  J03: apiFaults,
  J04: apiFaults,
  J06: apiFaults,
  J07: withdrawing,
  J09: session,
  J10: session,
  J13: 'remote-wallet/src/withdrawal/withdraw-page.test.tsx',
  J15: hooks,
  J18: 'remote-wallet/src/withdrawal/withdraw-page.test.tsx',
  J22: 'api/src/database/database.test.ts',
  J25: 'api/src/another-persons.test.ts',
  K01: session,
  K02: session,
  K04: session,
  K05: session,
  K08: 'e2e/journeys/google-sign-in.spec.ts',
  K11: frameSession,
  K14: 'remote-auth/src/proof/flow.test.ts',
  L01: wallet,
  L02: 'api/src/ledger/races.test.ts',
  L07: 'api/src/tasks/tasks.test.ts',
  L08: 'api/src/team/team.test.ts',
  L10: wallet,
  L11: 'api/src/crash.test.ts',
  M01: 'e2e/bench/release/load.ts',
  M04: 'shared/release/src/operations/go-live.test.ts',
  M05: 'shared/release/src/operations/scrubber.test.ts',
  M11: 'shared/release/src/operations/prune.test.ts',
  M13: 'shared/release/src/gate/version-pairs.test.ts',
  M14: 'e2e/chaos/run.ts',
}
