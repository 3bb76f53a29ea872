import type { GalleryPart } from '../gallery/gallery-part.ts'
import { Icon, Ring } from './icon.tsx'
import { frameIcons } from './frame-icons.ts'
import type { IconName } from './icon-paths.ts'
import { CoinGlyph, Logo, Mark } from './logo.tsx'
import { pageIcons } from './page-icons.ts'
import { StatusGlyph, type StatusShape } from './status-glyph.tsx'

const shapes: readonly StatusShape[] = ['none', 'now', 'half', 'run', 'stop', 'ok', 'bad']

export const iconsGallery: GalleryPart = {
  id: 'icons',
  title: 'Icons, logo, ring',
  samples: {
    'Logo, Mark, CoinGlyph': () => (
      <div className="g-wrap">
        <Mark size={56} />
        <Logo />
        <Mark size={56} width={2} />
        <Mark size={56} width={3} dashed />
        <span className="ac-amt ac-amt--big">
          <CoinGlyph />
        </span>
      </div>
    ),
    Icon: () => (
      <ul className="g-icons">
        {(Object.keys({ ...frameIcons, ...pageIcons }) as IconName[]).map(name => (
          <li key={name} title={name}>
            <Icon name={name} />
          </li>
        ))}
      </ul>
    ),
    'Icon sizes': () => (
      <div className="g-wrap">
        <Icon name="home" size={16} />
        <Icon name="home" size={20} />
        <Icon name="home" />
        <Icon name="home" size={28} />
      </div>
    ),
    'StatusGlyph, Ring': () => (
      <div className="g-wrap">
        {shapes.map(shape => (
          <StatusGlyph key={shape} shape={shape} />
        ))}
        <Ring />
      </div>
    ),
  },
}
