import { vi } from 'vitest'

// The state of the repository's own modules ends with a suite, though the next one runs in the same process.
vi.resetModules()
