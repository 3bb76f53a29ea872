import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { UiProvider } from '@adcoin/ui'
import { Frame } from './frame/frame.tsx'
import { PlaceLink } from './place.tsx'

const root = document.getElementById('page')
if (root)
  createRoot(root).render(
    <StrictMode>
      <UiProvider link={PlaceLink}>
        <Frame />
      </UiProvider>
    </StrictMode>,
  )
