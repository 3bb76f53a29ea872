import { useT } from '../texts.ts'

/** The usual time of a decision; '' if it is unknown. */
export function useReviewTime(): (minutes: number) => string {
  const t = useT()
  return minutes => {
    if (minutes <= 0) return ''
    return minutes > 90
      ? t('home.reviewHours', { count: Math.ceil(minutes / 60) })
      : t('home.reviewMinutes', { count: minutes })
  }
}
