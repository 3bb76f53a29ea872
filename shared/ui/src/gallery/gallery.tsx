import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { isApiCode, tagOf } from '@adcoin/contract'
import { setLanguage } from '@adcoin/i18n'
import { uiTexts } from '../index.ts'
import { FormScreen, overlaysGallery, WholeScreen } from '../overlays/overlays.gallery.tsx'
import { sampleTexts, useSample, type Words } from './gallery-part.ts'
import './gallery.css'
import { buttonGallery } from '../controls/button.gallery.tsx'
import { choicesGallery } from '../controls/choices.gallery.tsx'
import { codeFieldGallery } from '../controls/code-field.gallery.tsx'
import { fieldsGallery } from '../controls/fields.gallery.tsx'
import { uploadFieldGallery } from '../controls/upload-field.gallery.tsx'
import { contentGallery } from '../content/content.gallery.tsx'
import { statesGallery } from '../content/states.gallery.tsx'
import { iconsGallery } from '../icons/icons.gallery.tsx'
import { groupsGallery } from '../layout/groups.gallery.tsx'
import { tokensGallery } from '../styles/tokens.gallery.tsx'

/** Every component, in the order of the board. */
const galleryParts = [
  iconsGallery,
  tokensGallery,
  buttonGallery,
  fieldsGallery,
  codeFieldGallery,
  choicesGallery,
  uploadFieldGallery,
  contentGallery,
  groupsGallery,
  statesGallery,
  overlaysGallery,
]

/** `?lang=hi_IN&theme=dark&part=button`, and `&still=1` for pictures. */
const query = new URLSearchParams(location.search)

function Gallery() {
  const part = query.get('part')
  if (part === 'screen') return <WholeScreen />
  if (part === 'form') return <FormScreen />
  return (
    <main className="g-page">
      {galleryParts
        .filter(({ id }) => part === null || id === part)
        .map(({ id, title, samples }) => (
          <section id={id} key={id}>
            <h2 className="ac-title">{title}</h2>
            <div className="g-samples">
              {Object.entries(samples).map(([name, draw]) => (
                <div className="g-sample" key={name}>
                  <h3>{name}</h3>
                  <Sample draw={draw} />
                </div>
              ))}
            </div>
          </section>
        ))}
    </main>
  )
}

function Sample({ draw }: { draw: (t: Words) => ReactNode }) {
  return draw(useSample())
}

const [language, theme] = [query.get('lang'), query.get('theme')]
const code = isApiCode(language) ? language : 'en_US'
if (theme !== null) document.documentElement.dataset.theme = theme
if (query.has('still')) document.documentElement.classList.add('g-still')
await Promise.all([uiTexts.load(code), sampleTexts.load(code)])
await setLanguage(code)
document.documentElement.lang = tagOf(code)
const root = document.body.appendChild(document.createElement('div'))
root.id = 'gallery'
createRoot(root).render(
  <StrictMode>
    <Gallery />
  </StrictMode>,
)
