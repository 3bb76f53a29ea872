import { useT } from '../texts.ts'

/** How long a decision usually takes, in minutes or in hours; nothing where that is not known. */
export function useReviewTime(): (minutes: number) => string {
  const t = useT()
  return minutes => {
    if (minutes <= 0) return ''
    return minutes > 90
      ? t('home.reviewHours', { count: Math.ceil(minutes / 60) })
      : t('home.reviewMinutes', { count: minutes })
  }
}
