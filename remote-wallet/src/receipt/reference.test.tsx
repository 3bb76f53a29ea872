import { expect, it } from 'vitest'
import { splitReference } from './reference.tsx'

it.each([
  ['WD-c23v-rsk1-1gqt-5sap', ['WD-c23v-rsk1-', '1gqt-5sap']],
  ['WD-c23v-rsk1', ['WD-c23v-rsk1']],
  ['AD-q7', ['AD-q7']],
  ['AD-c23v-rsk1-1gqt', ['AD-c23v-rsk1-', '1gqt']],
  ['TX-16', ['TX-16']],
])('%s breaks only between pairs of groups', (reference, parts) => {
  expect(splitReference(reference)).toEqual(parts)
})
