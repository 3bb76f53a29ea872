import { FramePlaceholder } from './frame/frame-placeholder.tsx'

/** The frame of every screen that the page shows before any code is there. The build draws it. */
export const fragments = { '/frame': FramePlaceholder }
