import { createRefusal } from '../../refusal.ts'
import type { CandidateRule } from '../candidate.ts'

/** Bytes of one prerendered fragment in one language; the largest of ours has 5,400. */
const mostBytes = 6_144
/** Bytes of all prerendered fragments of one app in one language; the largest sum of ours is 8,000. */
const mostBytesOfApp = 12_288

/** A page contains the fragments of its route, so a large one slows each visit that begins there. */
export const checkFragmentSize: CandidateRule = ({ app, build, files }) => {
  const bytesOf = (path: string) => files.get(path)?.length ?? 0
  const ofLanguage = new Map<string, number>()
  for (const [key, path] of Object.entries(build.fragments)) {
    const language = key.split('|')[1] ?? ''
    ofLanguage.set(language, (ofLanguage.get(language) ?? 0) + bytesOf(path))
  }
  const refuseTooLarge = (place: string, bytes: number, most: number) =>
    bytes <= most
      ? []
      : [
          createRefusal(
            'byte-budget',
            `${app}: ${place}`,
            `${bytes} bytes are prerendered, the budget is ${most}`,
            'Prerender only what is visible first; remove fragments of rare screens.',
          ),
        ]
  return [
    ...Object.entries(build.fragments).flatMap(([key, path]) =>
      refuseTooLarge(`${path} (${key})`, bytesOf(path), mostBytes),
    ),
    ...[...ofLanguage].flatMap(([language, bytes]) =>
      refuseTooLarge(`all fragments (${language})`, bytes, mostBytesOfApp),
    ),
  ]
}
