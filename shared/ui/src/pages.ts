/**
 * The part of the package that shows and takes data: lists, figures, fields, choices, sheets, charts. Loaded with the
 * first page that needs it (group `data` of the shared modules); the entry of a remote and the frame of the shell
 * depend on `@adcoin/ui` only.
 */
import { addIcons } from './icons/icon-paths.ts'
import { pageIcons } from './icons/page-icons.ts'

addIcons(pageIcons)

export { CoinGlyph } from './icons/logo.tsx'
export { StatusGlyph, type StatusShape } from './icons/status-glyph.tsx'

export { Dock, NeedsNetwork, Lead, Block, ButtonRow, Card, Section, Stack, Stats } from './layout/groups.tsx'

export {
  DateField,
  PasswordField,
  TextArea,
  TextField,
  type TextFieldProps,
  SelectField,
  type SelectFieldProps,
} from './controls/text-field.tsx'
export { SearchField } from './controls/search-field.tsx'
export { PhoneField, type PhoneRegion } from './controls/phone-field.tsx'
export { CodeField } from './controls/code-field.tsx'
export { AmountField } from './controls/amount-field.tsx'
export { Chips, RadioList, Segmented, type Option } from './controls/choices.tsx'
export { Checkbox, Switch } from './controls/toggles.tsx'
export { UploadField, type UploadState } from './controls/upload-field.tsx'

export { Amount, AmountText, CountingAmount } from './content/amount.tsx'
export { Actions, DayLabel, List, Parts, Row, Tile } from './content/list.tsx'
export { Pill, Steps, Track, type PillTone, type TrackState, type TrackStep } from './content/status.tsx'
export { Receipt } from './content/receipt.tsx'
export { Disclosure } from './content/disclosure.tsx'
export { Avatar, QrFrame } from './content/pictures.tsx'

export { AreaChart, BarChart } from './charts/late-charts.tsx'
export type { BarPoint } from './charts/bar-chart.tsx'
export { ProgressRing, type RingPart } from './charts/progress-ring.tsx'

export { ConfirmDialog } from './overlays/confirm-dialog.tsx'
export { Sheet } from './overlays/sheet.tsx'
