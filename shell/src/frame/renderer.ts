/** Only by `import()`, so that it is evaluated when it is asked for: it is half of the shell's file. */
export { createRoot } from 'react-dom/client'
