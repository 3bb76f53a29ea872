import { Component, type ReactNode, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { type ApiCode, isApiCode, languages } from '@adcoin/contract'
import { setLanguage, useLanguage } from '@adcoin/i18n'
import { uiTexts } from '../index.ts'
import { Segmented, SelectField } from '../pages.ts'
import { FormScreen, overlaysGallery, WholeScreen } from '../overlays/overlays.gallery.tsx'
import { type GalleryPart, sampleTexts } from './gallery-part.ts'
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

/** `?lang=hi_IN&theme=dark&part=button&still=1`: what the tests ask for. */
const query = new URLSearchParams(location.search)

async function show(code: ApiCode): Promise<void> {
  await Promise.all([uiTexts.load(code), sampleTexts.load(code)])
  await setLanguage(code)
  document.documentElement.lang = languages.find(language => language.api_code === code)?.tag ?? 'en'
}

function Gallery() {
  const part = query.get('part')
  if (part === 'screen') return <WholeScreen />
  if (part === 'form') return <FormScreen />
  const parts = galleryParts.filter(entry => part === null || entry.id === part)
  return (
    <main className="g-page">
      {part === null && <Controls />}
      {parts.map(entry => (
        <Part key={entry.id} part={entry} />
      ))}
    </main>
  )
}

function Part({ part }: { part: GalleryPart }) {
  return (
    <section id={part.id}>
      <h2 className="ac-title">{part.title}</h2>
      <div className="g-samples">
        {part.samples.map(({ name, Sample }) => (
          <div className="g-sample" key={name}>
            <h3>{name}</h3>
            <Boundary>
              <Sample />
            </Boundary>
          </div>
        ))}
      </div>
    </section>
  )
}

/** One broken sample leaves the others in sight; the test that reads the page's errors finds it. */
class Boundary extends Component<{ children: ReactNode }, { failure?: unknown }> {
  override state: { failure?: unknown } = {}
  static getDerivedStateFromError(failure: unknown) {
    return { failure }
  }
  override render() {
    return this.state.failure === undefined ? this.props.children : <pre role="alert">{String(this.state.failure)}</pre>
  }
}

function Controls() {
  const language = useLanguage()
  const [theme, setTheme] = useState(query.get('theme') ?? 'system')
  function choose(next: string) {
    setTheme(next)
    applyTheme(next)
  }
  return (
    <div className="g-bar">
      <SelectField
        label="lang"
        placeholder={null}
        value={language}
        onChange={event => {
          if (isApiCode(event.target.value)) void show(event.target.value)
        }}
        options={languages.map(({ api_code, title }) => ({ value: api_code, label: title }))}
      />
      <Segmented
        label="theme"
        value={theme}
        onChange={choose}
        options={['system', 'light', 'dark'].map(value => ({ value, label: value }))}
      />
    </div>
  )
}

function applyTheme(theme: string | null) {
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  else delete document.documentElement.dataset.theme
}

const wantedLanguage = query.get('lang')
applyTheme(query.get('theme'))
if (query.has('still')) document.documentElement.classList.add('g-still')
await show(isApiCode(wantedLanguage) ? wantedLanguage : 'en_US')
const root = document.getElementById('gallery')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Gallery />
    </StrictMode>,
  )
