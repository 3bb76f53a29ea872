/** Loads the file from this page's server, because the product's address is another origin. */
export function Evidence({ file, isFilm = false, label }: { file: string; isFilm?: boolean; label: string }) {
  const { pathname, search } = new URL(file, location.origin)
  const source = `/api${pathname}${search}`
  // People's films have no subtitles.
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  if (isFilm) return <video src={source} aria-label={label} controls playsInline preload="metadata" />
  return (
    <a href={source} target="_blank" rel="noopener noreferrer">
      <img src={source} alt={label} loading="lazy" />
    </a>
  )
}
