import { six, type SixTexts } from '../settings/six-languages.ts'

/**
 * The landing claims of specification.md 1; `isEnabled` because claims about earnings need substantiation where
 * the product is offered.
 */
export const claims: readonly {
  readonly key: string
  readonly value: string
  readonly text: SixTexts
  readonly isEnabled: boolean
}[] = [
  {
    key: 'single_video_views',
    value: '100M+',
    isEnabled: true,
    text: six(
      'views on a single video',
      '單支影片觀看次數',
      'visualizações num único vídeo',
      'एक ही वीडियो पर व्यूज़',
      'vistas en un solo video',
      'visualizaciones en un solo vídeo',
    ),
  },
  {
    key: 'millionaire_influencers',
    value: '2000+',
    isEnabled: true,
    text: six(
      'millionaire influencers',
      '位百萬富翁網紅',
      'influenciadores milionários',
      'मिलियनेयर इन्फ़्लुएंसर',
      'influencers millonarios',
    ),
  },
  {
    key: 'incubation_years',
    value: '7',
    isEnabled: true,
    text: six('years of incubation', '年培育經驗', 'anos de incubação', 'साल का इन्क्यूबेशन', 'años de incubación'),
  },
]
