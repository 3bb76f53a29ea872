import { gzipSync } from 'node:zlib'
import { budgetOf, bytesPerKb, mediaKb } from '@adcoin/preset/budgets'
import { mimeType } from '../../files/mime.ts'
import { refuse, type ReleaseRefusal } from '../../refusal.ts'
import type { Candidate, CandidateRule } from '../candidate.ts'

/** Bytes of the worst first visit: the entry, the heaviest language file and the chunks of the heaviest route. */
function firstVisitBytes({ build, files }: Pick<Candidate, 'build' | 'files'>): number {
  const gzip = (path: string) => gzipSync(files.get(path) ?? Buffer.alloc(0)).length
  const heaviest = (lists: readonly (readonly string[])[]) =>
    Math.max(0, ...lists.map(list => list.reduce((sum, path) => sum + gzip(path), 0)))
  return (
    gzip(build.entry) +
    heaviest(Object.values(build.locales).map(path => [path])) +
    heaviest(Object.values(build.preload))
  )
}

/** Bytes are a promise to people on slow phones: more than the budget is refused, not warned about. */
export const byteBudget: CandidateRule = candidate => {
  const [most, mostMedia] = [budgetOf(candidate.app) * bytesPerKb, mediaKb * bytesPerKb]
  const [bytes, media] = [firstVisitBytes(candidate), mediaBytes(candidate)]
  return [
    ...(bytes <= most ? [] : [tooLarge(candidate.app, `a first visit loads ${bytes} bytes of script (gzip)`, most)]),
    ...(media <= mostMedia ? [] : [tooLarge(candidate.app, `images, fonts and films have ${media} bytes`, mostMedia)]),
  ]
}

function mediaBytes({ files }: Pick<Candidate, 'files'>): number {
  const media = [...files].filter(([path]) => /^(image|font|video)\//.test(mimeType(path) ?? ''))
  return media.reduce((sum, [, bytes]) => sum + bytes.length, 0)
}

function tooLarge(app: string, says: string, most: number): ReleaseRefusal {
  const remedy =
    'Load it later, make it smaller or remove it; a budget is raised by a decision in shared/docs/decisions.'
  return refuse('byte-budget', app, `${says}, the budget is ${most}`, remedy)
}
