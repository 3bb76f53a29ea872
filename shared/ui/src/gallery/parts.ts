import { buttonGallery } from '../controls/button.gallery.tsx'
import { choicesGallery } from '../controls/choices.gallery.tsx'
import { codeFieldGallery } from '../controls/code-field.gallery.tsx'
import { fieldsGallery } from '../controls/fields.gallery.tsx'
import { uploadFieldGallery } from '../controls/upload-field.gallery.tsx'
import { contentGallery } from '../content/content.gallery.tsx'
import { statesGallery } from '../content/states.gallery.tsx'
import { iconsGallery } from '../icons/icons.gallery.tsx'
import { groupsGallery } from '../layout/groups.gallery.tsx'
import { overlaysGallery } from '../overlays/overlays.gallery.tsx'
import { tokensGallery } from '../styles/tokens.gallery.tsx'

/** Every component, in the order of the board. */
export const galleryParts = [
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
