/** A router without an address bar: for tests, never for a page. */
export { MemoryRouter } from 'react-router-dom'
