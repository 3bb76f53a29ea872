import '@testing-library/jest-dom/vitest'
import { configure } from '@testing-library/dom'

// A screen's chunk is compiled when it is first opened: on two busy cores that alone can take more than the default second.
configure({ asyncUtilTimeout: 5000 })
