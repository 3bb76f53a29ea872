import '@testing-library/jest-dom/vitest'
import { configure } from '@testing-library/dom'
import { cleanup } from '@testing-library/react'
import { afterAll } from 'vitest'

// A screen's chunk is compiled when it is first opened: on two busy cores that alone can take more than the default
// second.
configure({ asyncUtilTimeout: 5000 })

// The last screen of a file must not count seconds after its window is closed.
afterAll(cleanup)
