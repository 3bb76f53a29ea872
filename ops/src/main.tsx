import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { UiProvider } from '@adcoin/ui'
import { OperationsFrame } from './frame/operations-frame.tsx'
import { OperationsLink } from './page-path.tsx'

const root = document.getElementById('page')
if (root)
  createRoot(root).render(
    <StrictMode>
      <UiProvider link={OperationsLink}>
        <OperationsFrame />
      </UiProvider>
    </StrictMode>,
  )
