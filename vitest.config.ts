import { vitestPreset } from './shared/build/src/vitest.ts'

export default vitestPreset()
