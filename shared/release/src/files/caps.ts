/** Caps against endless data. */
export const caps = {
  files: 2_000,
  releaseBytes: 20 * 1024 * 1024,
  releaseJsonBytes: 256 * 1024,
  entryBytes: 256 * 1024,
} as const
