import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Variable, Variables } from '@adcoin/contract'
import { treeRoot } from '../apps.ts'
import { formatHead, formatPage, formatTable } from '../markdown.ts'

/** The tables of variables, each with the programs that read it. */
const tables = [
  ['The service and npm run ops', 'api/src/variables.ts'],
  ['npm start, the gateway, the operations page and the release command', 'release/src/variables.ts'],
] as const

/** Builds and tests: they have no configuration of their own, so their variables are listed here. */
const toolVariables = {
  ADCOIN_DATA_DIR: { meaning: 'The data folder of the product at ADCOIN_URL.' },
  ADCOIN_VERSION: { meaning: 'Set by publish --version: the version of a build, in place of its package.json.' },
  ADCOIN_URL: { meaning: 'A running product for journeys and benches; else they start one.' },
  CHROMIUM_PATH: { meaning: 'The browser of the tests; else an installed one, or one is installed.' },
  DATABASE_URL: { default: 'postgres://postgres@127.0.0.1:5432/postgres', meaning: 'PostgreSQL for npm run test:all.' },
  ENGINE: { default: 'chromium', values: ['chromium', 'firefox', 'webkit'], meaning: 'The browser of the journeys.' },
  FAULTS_JSON: { meaning: 'Set: npm run faults prints its rows as JSON.' },
  FAULTS_ONLY: { meaning: 'The rows of npm run faults to run, with commas.' },
  FIREFOX_PATH: { meaning: "The Firefox of the journeys; else Debian's firefox-esr." },
  INIT_CWD: { meaning: 'Set by npm: the folder in which a command was given.' },
  NODE_COMPILE_CACHE: { meaning: 'The folder of compiled sources; else one in node_modules/.cache.' },
  NODE_OPTIONS: { meaning: "Node's own options; commands in a team's own repository append `--import`." },
  PORT: { meaning: 'The port of npm run dev for one remote; else one of its own.' },
  SCREENS: { meaning: 'Languages, with commas: pictures and accessibility trees of every screen in .cache/screens.' },
  SLOW: { default: '1', meaning: 'Journeys: how many times slower the processor of every page is.' },
  TEST_DATABASE_URL: { meaning: 'PostgreSQL for a suite or bench; else the embedded database.' },
  TEST_EXTENT: { values: ['core', 'rest', 'all'], meaning: 'Set by npm test: which suites vitest runs.' },
  TMPDIR: { meaning: "The folder in which npm test makes the one temporary folder of its run; else the system's." },
  UPDATE_FROM: {
    meaning: 'The commit from which the test of updates comes, and to which it goes back; else it is skipped.',
  },
  UPDATE_SCREENSHOTS: { meaning: 'Set: the pictures of the gallery are written instead of compared.' },
  WEBKIT_PATH: { meaning: "The MiniBrowser of the journeys in WebKit; else Debian's." },
} as const satisfies Variables

const programs: readonly (readonly [string, Variables])[] = await Promise.all(
  tables.map(async ([title, file]) => {
    const { variables }: { variables: Variables } = await import(pathToFileURL(join(treeRoot, file)).href)
    return [title, variables] as const
  }),
)

/** Every table, with its title. */
export const allVariables: readonly (readonly [string, Variables])[] = [
  ...programs,
  ['Builds and tests', toolVariables],
]

/** `reference/configuration.md`: every variable of the environment that a program reads. */
export function formatConfigurationPage(): string {
  return formatPage([
    ...formatHead(
      'Configuration',
      'From the tables that the programs read: `api/src/variables.ts`, `release/src/variables.ts`.',
      'A value that does not fit ends the start with one sentence for each.',
    ),
    ...allVariables.flatMap(([title, variables]) => [
      '',
      `## ${title}`,
      '',
      ...formatTable(
        ['variable', 'values', 'default', 'meaning'],
        Object.entries(variables)
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([name, variable]) => formatVariable(name, variable)),
      ),
    ]),
  ])
}

function formatVariable(
  name: string,
  { meaning, values = [], default: fallback, production, secret }: Variable,
): string[] {
  const formatCode = (text: string | undefined) => (text === undefined ? '' : `\`${text}\``)
  return [
    formatCode(name),
    values.map(formatCode).join(', '),
    formatCode(fallback) + (production === undefined ? '' : `; production ${formatCode(production)}`),
    secret ? `Secret. ${meaning}` : meaning,
  ]
}
