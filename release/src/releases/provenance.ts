import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Provenance, Release } from '@adcoin/contract'

const run = promisify(execFile)

/** @returns undefined outside a git repository, and where there is no git */
export async function readProvenance(
  root: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Provenance | undefined> {
  try {
    const git = async (...words: string[]) => (await run('git', words, { cwd: root })).stdout.trim()
    const [commit, tree, changes] = await Promise.all([
      git('rev-parse', 'HEAD'),
      git('rev-parse', 'HEAD^{tree}'),
      git('status', '--porcelain'),
    ])
    return { commit, tree, isChanged: changes !== '', builder: nameBuilder(env), node: process.version }
  } catch {
    return undefined
  }
}

/** The address of the job as GitLab and GitHub name it. */
function nameBuilder({ CI_JOB_URL, GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID }: NodeJS.ProcessEnv): string {
  if (CI_JOB_URL) return CI_JOB_URL
  if (!GITHUB_SERVER_URL || !GITHUB_REPOSITORY || !GITHUB_RUN_ID) return 'local'
  return `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`
}

/**
 * The in-toto statement of a release, with the predicate of SLSA provenance, version 1: its files and what they were
 * built of. The team's signature of `release.json` covers every fact in it.
 */
export function buildStatement({ app, id, created, files, provenance }: Release) {
  if (!provenance) return undefined
  const { commit, tree, isChanged, builder, node } = provenance
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: files.map(({ path, sha256, sha384 }) => ({
      name: `${app}/${id}/${path}`,
      digest: { sha256: hexOf(sha256), sha384: hexOf(sha384) },
    })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:adcoin:release:1',
        externalParameters: { app },
        internalParameters: { isChanged, node },
        resolvedDependencies: [{ name: 'source', digest: { gitCommit: commit, gitTree: tree } }],
      },
      runDetails: { builder: { id: builder }, metadata: { invocationId: `${app}/${id}`, finishedOn: created } },
    },
  }
}

/** Hex digits of a hash as browsers write it, `sha256-<base64>`. */
const hexOf = (integrity: string): string =>
  Buffer.from(integrity.slice(integrity.indexOf('-') + 1), 'base64').toString('hex')
