import type { GalleryPart } from '../gallery/gallery-part.ts'

const roles = [
  'canvas',
  'surface',
  'sunken',
  'raised',
  'line',
  'line-strong',
  'ink',
  'ink-2',
  'ink-3',
  'field',
  'field-2',
  'on-field',
  'action',
  'on-action',
  'accent',
  'accent-soft',
  'good',
  'good-soft',
  'warn',
  'warn-soft',
  'bad',
  'bad-soft',
  'info',
  'info-soft',
  'idle',
  'idle-soft',
  'chart-1',
  'chart-2',
  'toast',
  'on-toast',
]
const sizes = ['display', 'h1', 'title', 'small', 'caption']

export const tokensGallery: GalleryPart = {
  id: 'tokens',
  title: 'Colour and type',
  samples: {
    'Colour roles': () => (
      <ul className="g-colours">
        {roles.map(role => (
          <li key={role}>
            <i style={{ background: `var(--ac-${role})` }} />
            <span>{role}</span>
          </li>
        ))}
      </ul>
    ),
    Type: t => (
      <div className="ac-stack ac-stack--2">
        {sizes.map(size => (
          <p key={size} className={`ac-${size}`}>
            {t('answer')}
          </p>
        ))}
        <p>{t('answer')}</p>
      </div>
    ),
  },
}
