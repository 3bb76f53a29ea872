/** Rspack's runtime; `hmrM` asks the development server what has changed since what the page runs. */
declare const __webpack_require__: { hmrM?: () => Promise<unknown> }

/**
 * A development server that was started again after something was saved no longer knows what this page runs, and
 * answers 404. A container's files are modules, so that its runtime meets an import that fails: it would take the
 * question for one that is still being answered, and follow nothing from then on. Told that there is no answer, it
 * loads the page anew.
 */
const whatChanged = __webpack_require__.hmrM
if (whatChanged) __webpack_require__.hmrM = () => whatChanged().catch(() => undefined)

export {}
