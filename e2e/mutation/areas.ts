/** A part of the product that must not be wrong: its files, and the suites that a change of them should fail. */
export type MutationArea = { readonly files: readonly string[]; readonly suites: readonly string[] }

const release = 'shared/release/src'
const areas = 'shell/src/composition'

/** The areas of `run.ts <area>`. */
export const mutationAreas: Readonly<Record<string, MutationArea>> = {
  'area-state': { files: [`${areas}/areas/area-state.ts`], suites: [`${areas}/areas`] },
  'start-state': { files: [`${release}/compose/boot/start-state.ts`], suites: [`${release}/compose/boot`] },
  fallback: {
    files: [`${areas}/releases/fallback-order.ts`, `${areas}/releases/quarantine.ts`],
    suites: [`${areas}/releases`, `${areas}/areas`],
  },
  bus: { files: ['shared/events/src/bus.ts', 'shared/events/src/delivery.ts'], suites: ['shared/events/src'] },
  gate: {
    files: ['routes', 'files', 'events'].map(name => `${release}/gate/rules/${name}.ts`),
    suites: ['rules', 'every-rule.test.ts', 'gate.test.ts', 'careless-team.test.ts'].map(
      name => `${release}/gate/${name}`,
    ),
  },
  plan: {
    files: ['plan', 'plan-canary', 'plan-rollback', 'plan-activation'].map(name => `${release}/operations/${name}.ts`),
    suites: [`${release}/operations`, `${release}/cli/command.test.ts`],
  },
  signing: {
    files: [`${release}/signing/signature.ts`, `${release}/signing/key-ring.ts`],
    suites: [`${release}/signing`, `${release}/operations/attacks.test.ts`, `${release}/cli/command.test.ts`],
  },
  judge: { files: [`${release}/canary/judge.ts`], suites: [`${release}/canary`, `${release}/operations/judge`] },
  money: { files: ['shared/contract/src/money.ts'], suites: ['shared/contract/src', 'shared/i18n/src/formats'] },
  price: {
    files: ['remote-wallet/src/price/quote.ts', 'api/src/wallet/price.ts'],
    suites: ['remote-wallet/src/price', 'api/src/wallet/price.test.ts', 'api/src/wallet/wallet.test.ts'],
  },
  ledger: { files: ['api/src/ledger/ledger.ts', 'api/src/ledger/verify.ts'], suites: ['api/src/ledger'] },
  withdrawals: {
    files: ['withdraw', 'withdrawal-decisions', 'withdrawal-commands', 'payout-of'].map(
      name => `api/src/wallet/${name}.ts`,
    ),
    suites: ['api/src/wallet'],
  },
  codes: {
    files: ['codes', 'send-code', 'tickets'].map(name => `api/src/codes/${name}.ts`),
    suites: [
      'api/src/codes',
      ...['accounts', 'change-contact', 'mid-flow'].map(name => `api/src/accounts/${name}.test.ts`),
    ],
  },
  idempotency: {
    files: ['api/src/http/idempotency.ts'],
    suites: ['api/src/http/idempotency.test.ts', 'api/src/http/keys-and-cursors.test.ts'],
  },
  texts: { files: ['instance', 'texts'].map(name => `shared/i18n/src/${name}.ts`), suites: ['shared/i18n/src'] },
  transport: {
    files: ['client', 'ending', 'fetch-once'].map(name => `shared/http/src/${name}.ts`),
    suites: ['shared/http/src'],
  },
  session: {
    files: ['shared/session/src/store.ts', 'shared/http/src/send.ts'],
    suites: ['shared/session/src', 'shared/http/src', 'shell/src/session'],
  },
}
