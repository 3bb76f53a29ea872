/** The shared modules of a page, for suites of the shell's composition that load none. */
export const core = {}
export const later = {}
export const groups = {}
