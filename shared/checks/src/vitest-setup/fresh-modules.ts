import { vi } from 'vitest'

// What a suite remembers in the repository's own modules ends with it, though the next one runs in the same process.
vi.resetModules()
