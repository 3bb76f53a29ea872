import type { CandidateKind } from './population.ts'

const always = { failsAfter: 0.5 }

/** Twelve ways in which a release is bad. */
export const kinds: readonly CandidateKind[] = [
  { name: 'throws at once', effect: () => always },
  { name: 'throws in 5 % of mounts', effect: ({ random }) => (random() < 0.05 ? always : {}) },
  { name: 'throws in one of six languages', effect: ({ language }) => (language === 3 ? always : {}) },
  { name: 'throws on one of eight routes', effect: ({ route }) => (route === 5 ? always : {}) },
  { name: 'throws on old browsers (8 %)', effect: ({ random }) => (random() < 0.08 ? always : {}) },
  { name: 'twice as slow', effect: ({ ms }) => ({ ms: ms * 2 }) },
  { name: '1.5 s later', effect: ({ ms }) => ({ ms: ms + 1_500 }) },
  {
    name: 'stalls in 15 % (5 s, then the former release)',
    effect: ({ random }) => (random() < 0.15 ? { failsAfter: 5 } : {}),
  },
  { name: 'leaves listeners behind (reported at unmount, 60 s)', effect: () => ({ failsAfter: 60 }) },
  {
    name: 'wrong figures, thrown late (10 %, after 90 s)',
    effect: ({ random }) => (random() < 0.1 ? { failsAfter: 90 } : {}),
  },
  { name: 'draws the card in 7 %', effect: ({ random }) => (random() < 0.07 ? { ...always, card: true } : {}) },
  { name: 'kills the tab without a word', effect: () => ({ silent: true }) },
]

export const equal: CandidateKind = { name: 'as good as the live one', effect: () => ({}) }
